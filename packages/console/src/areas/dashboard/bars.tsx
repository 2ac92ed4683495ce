import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import styles from './dashboard.module.css';

/** Numbers beside each other, the largest as long as there is room. */
export function Bars({
  bars,
}: {
  readonly bars: readonly { readonly label: string; readonly value: number }[];
}): ReactNode {
  const { number } = useTexts();
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={styles.bars}>
      {bars.map(({ label, value }) => (
        <li key={label} className={styles.bar}>
          <span className={styles.name} title={label}>
            {label}
          </span>
          <span className={styles.value}>{number(value)}</span>
          <span className={styles.track} aria-hidden>
            <span className={styles.fill} style={{ display: 'block', width: `${(value / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
