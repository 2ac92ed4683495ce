import { type LogEntry, listMachineLogs } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { LOG_ENTRIES_SHOWN } from '@berth/contract/limits';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { read } from '../../../data/query.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Status, type Tone } from '../../../ui/status.tsx';
import { LoadError } from '../../parts/loading.tsx';
import styles from './list-panel.module.css';

const TONES: Record<LogEntry['type'], Tone> = {
  DEBUG: 'neutral',
  LOGIN_SUCCESS: 'good',
  LOGIN_FAILURE: 'warn',
  LOGIN_ERROR_AAD_CONSENT_MISSING: 'bad',
  SERVICINGD_UPDATE_RUN: 'info',
  SERVICINGD_REBOOT_NEEDED: 'warn',
  OS_VERSION_FAILED: 'bad',
};

const POLL_MS = 5_000;

/** The machine's last 15 entries, none older than 30 days (spec chapter 9). */
export function LogsPanel({ machineId }: { readonly machineId: MachineId }): ReactNode {
  const { t } = useTexts();
  const [debug, setDebug] = useState(false);
  const { data, error, refetch } = useQuery({
    ...read(listMachineLogs, { params: { id: machineId }, query: { count: LOG_ENTRIES_SHOWN, debug } }),
    refetchInterval: POLL_MS,
  });
  return (
    <Panel
      title={t('console.logs.title')}
      flush
      actions={
        <Switch
          label={t('console.logs.debug')}
          checked={debug}
          onChange={(event) => setDebug(event.currentTarget.checked)}
        />
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles.padded} aria-busy="true">
          <SkeletonLines count={3} />
        </div>
      )}
      {data?.length === 0 && <p className={styles.padded}>{t('console.logs.empty')}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((entry) => (
            <LogRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function LogRow({ entry }: { readonly entry: LogEntry }): ReactNode {
  const { t, dateTime } = useTexts();
  return (
    <li className={styles.log}>
      <span className={styles.main}>
        <Status tone={TONES[entry.type]}>{t(`console.log.${entry.type}`)}</Status>
        {entry.message !== '' && <span className={styles.message}>{entry.message}</span>}
        {entry.type === 'LOGIN_ERROR_AAD_CONSENT_MISSING' && (
          <span>
            <Link to={paths.authentication()}>{t('machines.log.setup')}</Link>
          </span>
        )}
      </span>
      <span className={styles.aside}>
        <time dateTime={entry.time}>{dateTime(entry.time)}</time>
      </span>
    </li>
  );
}
