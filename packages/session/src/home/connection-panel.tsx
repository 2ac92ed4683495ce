import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { navigate } from '../navigation.ts';
import { Button } from '../parts/button.tsx';
import { HealthIcon } from '../parts/health-icon.tsx';
import { useMinute } from '../parts/use-minute.ts';
import { SETTINGS_PATH } from '../paths.ts';
import { useSession, useSessionState } from '../state/session.ts';
import { useZone } from '../time-zone/use-zone.ts';
import styles from './connection-panel.module.css';
import { type Connection, healthSince, useConnections } from './connections.ts';
import { Panel } from './panel.tsx';

/** Shows what is wrong with the connection, since when, and what to do. */
export function ConnectionPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const { bridge } = useSession();
  const user = useSessionState(({ login }) => login?.user);
  const connections = useConnections();
  // The first failure explains those after it.
  const wrong =
    connections.find(({ health }) => health === 'error') ?? connections.find(({ health }) => health === 'unknown');
  return (
    <Panel label={t('screens.connection.title')} side="end" onClose={onClose}>
      <div className={styles.summary} role="status">
        <Summary wrong={wrong} />
      </div>
      <ul className={styles.connections}>
        {connections.map(({ key, name, health }) => (
          <li key={key} className={styles.connection}>
            <HealthIcon health={health} size={24} />
            {name}
            <span className={styles.health}>{t(`session.health.${health}`)}</span>
          </li>
        ))}
      </ul>
      {(user || !bridge) && <Button onClick={() => navigate(SETTINGS_PATH)}>{t('screens.connection.settings')}</Button>}
    </Panel>
  );
}

function Summary({ wrong }: { wrong: Connection | undefined }) {
  const { t, date, dateTime, time } = useTexts();
  const zone = useZone();
  useMinute();
  const clock = new Date().toISOString();
  // A wrong clock explains why the cloud's certificate is not trusted and why secure pages do not open.
  const isClockWrong = useSessionState(({ online }) => online.clock === 'error') && (!wrong || wrong.id === 'cloud');
  const kind = isClockWrong ? 'clock' : !wrong ? 'fine' : wrong.health === 'unknown' ? 'unknown' : (wrong.id ?? 'host');
  const now = dateTime(clock, zone);
  const since = wrong ? healthSince(wrong.key) : clock;
  // Of another day, a time alone would be taken for today's.
  const isToday = date(since, zone) === date(clock, zone);
  const values = wrong ? { name: wrong.name, time: isToday ? time(since, zone) : dateTime(since, zone) } : {};
  const health: OnlineStatus['network'] = isClockWrong ? 'error' : (wrong?.health ?? 'ok');
  return (
    <>
      <h2 className={styles.title}>
        <HealthIcon health={health} size={32} />
        {t(`screens.connection.${kind}.title`, values)}
      </h2>
      <p>{t(`screens.connection.${kind}.text`, { now })}</p>
    </>
  );
}
