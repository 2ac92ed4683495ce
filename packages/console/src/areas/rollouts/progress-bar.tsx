import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import styles from './rollouts.module.css';
import { countsText, type Group, SHOWN_STATES } from './words.ts';

/** How far machines are, as a bar of their states; what it says stands beside it in words too. */
export function ProgressBar({ machines }: Pick<Group, 'machines'>): ReactNode {
  const texts = useTexts();
  return (
    <div className={styles.bar} role="img" aria-label={countsText({ machines }, texts)}>
      {SHOWN_STATES.filter((state) => machines[state] > 0).map((state) => (
        <span key={state} data-state={state} style={{ flexGrow: machines[state] }} />
      ))}
    </div>
  );
}
