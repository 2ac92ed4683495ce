import { useTexts } from '@berth/web/i18n/store.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { useConnections } from './connections.ts';
import styles from './indicators.module.css';

interface IndicatorsProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Each indicator names what it measures and opens the details. A narrow Status Bar has one for all. */
export function Indicators({ isOpen, onToggle }: IndicatorsProps) {
  const { t } = useTexts();
  const connections = useConnections();
  const wrong =
    connections.find(({ health }) => health === 'error') ?? connections.find(({ health }) => health === 'unknown');
  return (
    <div className={styles.overview} data-tour="network">
      <ul className={styles.indicators} aria-label={t('session.network')}>
        {connections.map(({ key, id, name, health }) => (
          <li key={key} className={id ? undefined : styles.host}>
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
