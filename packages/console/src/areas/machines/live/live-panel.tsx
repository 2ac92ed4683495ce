import type { Machine } from '@berth/contract/api/machines';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '../../../ui/panel.tsx';
import { useMay } from '../../organizations/queries.ts';
import styles from './live.module.css';
import { useLiveView } from './use-live-view.ts';

const EVERY_MS = 5_000;

/** A machine's screen as it is now, small; or why it is not shown, and who could change that. */
export function LivePanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t, dateTime } = useTexts();
  const mayChange = useMay('profile.write');
  const { frame, needsPro } = useLiveView(machine.id, EVERY_MS, machine.online);
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
