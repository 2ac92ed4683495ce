import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { useCustomization, useSessionState } from '../state/session.ts';
import styles from './indicators.module.css';

/** In order of dependency, with the flag that shows or hides each. */
const INDICATORS = [
  { id: 'network', flag: 'show_linkup' },
  { id: 'dns', flag: 'show_nameresup' },
  { id: 'internet', flag: 'show_inetup' },
  { id: 'cloud', flag: undefined },
] as const;

/** The network overview; without a profile all of it. */
export function Indicators() {
  const { t } = useTexts();
  const customization = useCustomization();
  const pings = useSessionState((state) => state.pings);
  const shown = INDICATORS.filter(({ flag }) => !flag || !customization || customization[flag]);
  return (
    <ul className={styles.indicators} data-tour="network" aria-label={t('session.network')}>
      {shown.map(({ id }) => (
        <Indicator key={id} id={id} />
      ))}
      {pings.map(({ name, health }) => (
        <Measured key={name} name={name} health={health} />
      ))}
    </ul>
  );
}

function Indicator({ id }: { id: keyof OnlineStatus }) {
  const { t } = useTexts();
  const health = useSessionState(({ online }) =>
    online[id] === 'ok' || online[id] === 'error' ? online[id] : 'unknown',
  );
  return <Measured name={t(`session.network.${id}`)} health={health} />;
}

function Measured({ name, health }: { name: string; health: OnlineStatus['network'] }) {
  const { t } = useTexts();
  return (
    <li className={`${styles.indicator} ${styles[health]}`}>
      <HealthIcon health={health} />
      <span className={styles.word} title={name}>
        {name} <span className={styles.health}>{t(`session.health.${health}`)}</span>
      </span>
    </li>
  );
}
