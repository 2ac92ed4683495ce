import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon: TablerIcon;
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  /** The button for it. */
  readonly action?: ReactNode;
}

/** What stands where a list has nothing: why, and what to do next. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}
