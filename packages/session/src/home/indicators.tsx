import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { useCustomization, useSessionState } from '../state/session.ts';
import { hostKey } from './health-since.ts';
import styles from './indicators.module.css';

type Health = OnlineStatus['network'];

/** In order of dependency, with the flag that shows or hides each. */
const INDICATORS = [
  { id: 'network', flag: 'show_linkup' },
  { id: 'dns', flag: 'show_nameresup' },
  { id: 'internet', flag: 'show_inetup' },
  { id: 'cloud', flag: undefined },
] as const;

/** One line of the network overview. */
export interface Connection {
  readonly key: string;
  /** Undefined for a host that the profile monitors. */
  readonly id?: keyof OnlineStatus;
  readonly name: string;
  readonly health: Health;
}

/** The network overview, then the profile's hosts; without a profile all of the overview. */
export function useConnections(): readonly Connection[] {
  const { t } = useTexts();
  const customization = useCustomization();
  const online = useSessionState((state) => state.online);
  const pings = useSessionState((state) => state.pings);
  const shown = INDICATORS.filter(({ flag }) => !flag || !customization || customization[flag]);
  return [
    ...shown.map(({ id }) => ({ key: id, id, name: t(`session.network.${id}`), health: known(online[id]) })),
    ...pings.map(({ name, health }) => ({ key: hostKey(name), name, health })),
  ];
}

function known(health: string): Health {
  return health === 'ok' || health === 'error' ? health : 'unknown';
}

interface IndicatorsProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Each says what it measures, and opens what is wrong. A narrow Status Bar has one for all. */
export function Indicators({ isOpen, onToggle }: IndicatorsProps) {
  const { t } = useTexts();
  const connections = useConnections();
  const wrong =
    connections.find(({ health }) => health === 'error') ?? connections.find(({ health }) => health === 'unknown');
  return (
    <div className={styles.overview} data-tour="network">
      <ul className={styles.indicators} aria-label={t('session.network')}>
        {connections.map(({ key, name, health }) => (
          <li key={key}>
            <button
              type="button"
              className={`${styles.indicator} ${styles[health]}`}
              aria-expanded={isOpen}
              onClick={onToggle}
            >
              <HealthIcon health={health} />
              <span className={styles.word} title={name}>
                {name} <span className={styles.health}>{t(`session.health.${health}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={`${styles.indicator} ${styles.all} ${styles[wrong?.health ?? 'ok']}`}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <HealthIcon health={wrong?.health ?? 'ok'} />
        <span className={styles.word}>
          {wrong ? `${wrong.name} ${t(`session.health.${wrong.health}`)}` : t('session.network.fine')}
        </span>
      </button>
    </div>
  );
}
