import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './frame.module.css';

interface FrameProps {
  /** The field's path, by which a fault's field is found. */
  readonly path: string;
  readonly onLeave: () => void;
  readonly children: ReactNode;
  /** Fields of a few characters stay narrow. */
  readonly width?: 'narrow' | 'wide' | 'full';
}

/** What stands around every control: its place, and the notice that it was left. */
export function Frame({ path, onLeave, children, width = 'wide' }: FrameProps): ReactNode {
  return (
    <div
      className={styles.frame}
      role="presentation"
      data-path={path}
      data-width={width}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      {children}
    </div>
  );
}

/** A fault as controls show it: an icon beside the words, so that it is not told by colour alone. */
export function faultNode(error: string | undefined): ReactNode {
  if (error === undefined) return undefined;
  return (
    <span className={styles.fault}>
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      {error}
    </span>
  );
}
