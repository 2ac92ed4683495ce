import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { useTexts } from '../../i18n/store.ts';
import { type Fields, flagOf } from '../definition/fields.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { useSessionState } from '../state/session.ts';
import styles from './indicators.module.css';

/** In the order in which one thing needs the other; the flag that shows or hides each. */
const INDICATORS = [
  { id: 'network', flag: 'show_linkup' },
  { id: 'dns', flag: 'show_nameresup' },
  { id: 'internet', flag: 'show_inetup' },
  { id: 'cloud', flag: undefined },
] as const;

export function Indicators({ customization }: { customization: Fields }) {
  const { t } = useTexts();
  const shown = INDICATORS.filter(({ flag }) => flag === undefined || flagOf(customization, flag, true));
  return (
    <ul className={styles.indicators} data-tour="network" aria-label={t('session.network')}>
      {shown.map(({ id }) => (
        <Indicator key={id} id={id} />
      ))}
    </ul>
  );
}

function Indicator({ id }: { id: keyof OnlineStatus }) {
  const { t } = useTexts();
  const health = useSessionState(({ online }) =>
    online[id] === 'ok' || online[id] === 'error' ? online[id] : 'unknown',
  );
  return (
    <li className={`${styles.indicator} ${styles[health]}`}>
      <HealthIcon health={health} />
      <span className={styles.word}>
        {t(`session.network.${id}`)} <span className={styles.health}>{t(`session.health.${health}`)}</span>
      </span>
    </li>
  );
}
