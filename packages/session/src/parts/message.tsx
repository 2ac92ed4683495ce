import { glyphs } from 'virtual:berth-first-glyphs';
import type { ReactNode } from 'react';
import { Outline } from '../ui/outline.tsx';
import { Button } from './button.tsx';
import styles from './message.module.css';

interface MessageProps {
  readonly tone: 'bad' | 'info';
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A message in the middle of a screen or panel: the state, and what to do. */
export function Message({ tone, title, children, action }: MessageProps) {
  return (
    <section className={styles.message} role={tone === 'bad' ? 'alert' : undefined}>
      <Outline path={glyphs[tone === 'bad' ? 'alert-triangle' : 'info-circle']} className={styles[tone]} size={40} />
      <h1 className={styles.title}>{title}</h1>
      {children && <p className={styles.text}>{children}</p>}
      {action && (
        <Button kind="primary" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </section>
  );
}
