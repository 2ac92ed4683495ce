import { AWAY_DAYS, type FleetStatistics, WARNINGS, type Warning } from '@berth/contract/api/fleet';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Status } from '../../ui/status.tsx';
import styles from './dashboard.module.css';

const TONES: Readonly<Record<Warning, 'bad' | 'warn' | 'neutral'>> = {
  cloned: 'bad',
  rebootNeeded: 'warn',
  faulty: 'bad',
  behind: 'warn',
  away: 'warn',
  bare: 'neutral',
};

/** What needs attention; each number links to its machines. */
export function Needs({ warnings }: Pick<FleetStatistics, 'warnings'>): ReactNode {
  const { t, number } = useTexts();
  const found = WARNINGS.filter((need) => warnings[need] > 0);
  if (found.length === 0) return <p className={styles.fine}>{t('machines.dashboard.fine')}</p>;
  return (
    <ul className={styles.needs}>
      {found.map((need) => (
        <li key={need}>
          <Link to={`${paths.machines()}?need=${need}`} className={styles.need}>
            <span className={styles.name}>
              <Status tone={TONES[need]}>{t(`machines.need.${need}`, { days: AWAY_DAYS })}</Status>
            </span>
            <span className={styles.value}>{number(warnings[need])}</span>
            <IconChevronRight size={16} stroke={1.5} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
