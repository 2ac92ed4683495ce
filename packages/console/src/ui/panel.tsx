import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The content brings its own distances, as tables and lists do. */
  readonly flush?: boolean;
}

/** A raised part of a page. */
export function Panel({ title, actions, children, flush = false }: PanelProps): ReactNode {
  return (
    <section className={styles.panel}>
      {title !== undefined && (
        <header className={styles.header}>
          <h2 className={styles.title}>{title}</h2>
          {actions}
        </header>
      )}
      <div className={flush ? undefined : styles.content}>{children}</div>
    </section>
  );
}
