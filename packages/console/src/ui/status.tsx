import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './status.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'neutral' | 'info';

const ICONS: Record<Tone, TablerIcon> = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  neutral: IconCircleDashed,
  info: IconInfoCircle,
};

interface StatusProps {
  readonly tone: Tone;
  /** The word: color alone does not work for many readers. */
  readonly children: ReactNode;
  readonly icon?: TablerIcon;
}

/** A status as an icon and a word in its color. */
export function Status({ tone, children, icon }: StatusProps): ReactNode {
  const Icon = icon ?? ICONS[tone];
  return (
    <span className={styles.status} data-tone={tone}>
      <Icon size={16} stroke={2} aria-hidden />
      <span className={styles.word}>{children}</span>
    </span>
  );
}

/** A normal state: plain text, so that problems stand out. */
export function QuietStatus({ children }: Pick<StatusProps, 'children'>): ReactNode {
  return (
    <span className={styles.status}>
      <span className={styles.word}>{children}</span>
    </span>
  );
}
