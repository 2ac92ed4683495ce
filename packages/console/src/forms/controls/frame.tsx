import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLatest } from '../state/use-form-store.ts';
import styles from './frame.module.css';

interface FrameProps {
  /** The field's path, which identifies the field of a fault. */
  readonly path: string;
  readonly onLeave: () => void;
  readonly children: ReactNode;
  /** Fields of a few characters stay narrow. */
  readonly width?: 'narrow' | 'wide' | 'full';
}

/** The frame of every control: its path, and a callback on leaving. */
export function Frame({ path, onLeave, children, width = 'wide' }: FrameProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const leave = useLatest(onLeave);
  useEffect(() => {
    const element = frame.current;
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element?.contains(relatedTarget))) leave.current();
    };
    element?.addEventListener('focusout', onFocusOut);
    return () => element?.removeEventListener('focusout', onFocusOut);
  }, [leave]);
  return (
    <div ref={frame} className={styles.frame} data-path={path} data-width={width}>
      {children}
    </div>
  );
}

/** A fault as controls show it: with an icon, so that it does not depend on color alone. */
export function faultNode(error: string | undefined): ReactNode {
  if (error === undefined) return undefined;
  return (
    <span className={styles.fault}>
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      {error}
    </span>
  );
}
