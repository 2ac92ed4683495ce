import { readLiveView } from '@berth/contract/api/machine-actions';
import type { Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { useMay } from '../organizations/queries.ts';
import styles from './live.module.css';

const PANEL_EVERY_MS = 5_000;

const CELL_EVERY_MS = 15_000;

/** Polling interval until a machine's first picture arrives. */
const SOON_MS = 1_000;

/** The live view of a machine's screen; or why it is not shown, and who could change that. */
export function LivePanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t, dateTime } = useTexts();
  const mayChange = useMay('profile.write');
  const { frame, needsPro } = useLiveView(machine.id, PANEL_EVERY_MS, machine.online);
  const state = machine.online ? (frame?.state ?? 'waiting') : 'offline';
  const { profileId } = machine;
  return (
    <Panel
      title={t('machines.live.title')}
      actions={
        state === 'off' &&
        mayChange &&
        profileId !== null && <Link to={paths.profile(profileId, 'remote')}>{t('machines.live.settings')}</Link>
      }
    >
      {frame?.image && state === 'shown' ? (
        <img
          className={styles.large}
          src={`data:image/jpeg;base64,${frame.image}`}
          alt={t('machines.live.alt', { name: machine.name })}
          title={frame.takenAt === null ? undefined : dateTime(frame.takenAt)}
        />
      ) : (
        <p className={styles.none} role="status">
          {t(needsPro ? 'machines.live.pro' : `machines.live.${state === 'shown' ? 'waiting' : state}`)}
        </p>
      )}
    </Panel>
  );
}

/** The live view in the table. Only visible rows are rendered, so only their machines are polled. */
export function LiveCell({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const { frame, needsPro } = useLiveView(machine.id, CELL_EVERY_MS, machine.online);
  if (frame?.image && machine.online) {
    return (
      <img
        className={styles.small}
        src={`data:image/jpeg;base64,${frame.image}`}
        alt={t('machines.live.alt', { name: machine.name })}
      />
    );
  }
  const state = machine.online ? (frame?.state ?? 'waiting') : 'offline';
  const why = t(needsPro ? 'machines.live.pro' : `machines.live.${state === 'shown' ? 'waiting' : state}`);
  return (
    <span className={styles.empty} title={why}>
      <IconEyeOff size={16} stroke={1.5} aria-hidden />
      <span className="visually-hidden">{why}</span>
    </span>
  );
}

/** The latest picture of a machine's screen, polled every `everyMs` while visible. */
function useLiveView(id: MachineId, everyMs: number, enabled: boolean) {
  const { data, error } = useQuery({
    ...read(readLiveView, { params: { id } }),
    enabled,
    refetchInterval: ({ state }) =>
      isRefused(state.error) ? false : state.data?.state === 'waiting' ? SOON_MS : everyMs,
    staleTime: 0,
    // Pictures are not kept after use.
    gcTime: 0,
  });
  return { frame: data, needsPro: isRefused(error) };
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'upgrade-required';
}
