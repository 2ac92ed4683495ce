import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

const ICONS: Record<NoticeTone, TablerIcon> = {
  info: IconInfoCircle,
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
};

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly children: ReactNode;
  /** An action for the user. */
  readonly action?: ReactNode;
}

/** An inline message about the page's state; errors are announced to screen readers. */
export function Notice({ tone, children, action }: NoticeProps): ReactNode {
  const Icon = ICONS[tone];
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <div className={styles.words}>
        <Icon size={18} stroke={2} aria-hidden />
        <div className={styles.text}>{children}</div>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface EmptyStateProps {
  readonly icon: TablerIcon;
  readonly title: string;
  /** Whether it stands for the whole page, whose heading its title then is. */
  readonly isPage?: boolean;
  /** What to do next. */
  readonly children?: ReactNode;
  /** The button for it. */
  readonly action?: ReactNode;
}

/** Shown for an empty list: the reason, and what to do next. */
export function EmptyState({ icon: Icon, title, isPage = false, children, action }: EmptyStateProps): ReactNode {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {children !== undefined && <div className={styles.advice}>{children}</div>}
      {action}
    </div>
  );
}
