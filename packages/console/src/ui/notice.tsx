import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'good' | 'warn' | 'bad';

const ICONS: Record<NoticeTone, TablerIcon> = {
  info: IconInfoCircle,
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
};

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly children: ReactNode;
  /** What the reader can do about it. */
  readonly action?: ReactNode;
}

/** A sentence about the state of the page, in its place; faults are announced to screen readers. */
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
