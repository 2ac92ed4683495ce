import { readServerState, type ServerState } from '@berth/contract/api/service';
import { BACKUP_OLD_MS } from '@berth/contract/rules/service';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Facts } from '../parts/facts.tsx';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import { useNow } from '../parts/use-now.ts';

const POLL_MS = 15_000;

/** For platform administrators: whether the installation is backed up, has room to write, and gets its work done. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({ ...read(readServerState), refetchInterval: POLL_MS });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={t('console.nav.server')} />;
  return (
    <Page title={t('console.nav.server')} subtitle={t('server.subtitle')}>
      <Warnings state={data} />
      <StateFacts state={data} />
      <WaitingWork waiting={data.waiting} />
    </Page>
  );
}

interface StateProps {
  readonly state: ServerState;
}

/** What somebody has to do something about. */
function Warnings({ state: { backup, archive, disk } }: StateProps): ReactNode {
  const { t } = useTexts();
  const now = useNow();
  const isOld = backup.lastAt !== null && now - Date.parse(backup.lastAt) > BACKUP_OLD_MS;
  return (
    <>
      {disk.full && <Notice tone="bad">{t('server.disk.full')}</Notice>}
      {archive.failing && <Notice tone="bad">{t('server.archive.failing')}</Notice>}
      {backup.own && backup.lastAt === null && (
        <Notice tone="warn">
          {t('server.backup.never')} <Command>{t('server.backup.command')}</Command>
        </Notice>
      )}
      {backup.own && isOld && <Notice tone="warn">{t('server.backup.old')}</Notice>}
    </>
  );
}

/** A command that breaks between its words only: broken at a hyphen, it would be copied wrong. */
function Command({ children }: { readonly children: string }): ReactNode {
  return (
    <code>
      {children.split(/(?<= )/).map((word) => (
        <span key={word}>{word}</span>
      ))}
    </code>
  );
}

function StateFacts({ state }: StateProps): ReactNode {
  const { t, dateTime, relative, bytes, number } = useTexts();
  const now = useNow();
  const { version, machinesOnline, machinesConnected, backup, archive, disk } = state;
  const time = (instant: string) => `${relative(instant, now)} · ${dateTime(instant)}`;
  const lastBackup = backup.lastAt === null ? t('server.backup.none') : time(backup.lastAt);
  const lastArchived = archive.lastAt === null ? t('server.archive.waiting') : time(archive.lastAt);
  return (
    <Panel title={t('server.state')}>
      <Facts
        facts={[
          [t('server.backup'), backup.own ? lastBackup : t('server.backup.external')],
          [t('server.archive'), archive.on ? lastArchived : t('server.archive.off')],
          [t('server.disk'), bytes(disk.freeBytes)],
          [t('server.machines'), number(machinesOnline)],
          [t('server.connected'), number(machinesConnected)],
          [t('server.version'), version],
        ]}
      />
    </Panel>
  );
}

function WaitingWork({ waiting }: Pick<ServerState, 'waiting'>): ReactNode {
  const { t, number, relative } = useTexts();
  const now = useNow();
  return (
    <Panel flush title={t('server.queues')}>
      <SimpleTable
        label={t('server.queues')}
        head={[t('server.queue'), t('server.queue.waiting'), t('server.queue.retried'), t('server.queue.oldest')]}
        numbers={[t('server.queue.waiting'), t('server.queue.retried')]}
        rows={waiting.map(({ queue, waiting: count, retried, oldestAt }) => ({
          id: queue,
          cells: [
            t(`server.queue.${queue}`),
            number(count),
            number(retried),
            oldestAt === null ? '–' : relative(oldestAt, now),
          ],
        }))}
      />
    </Panel>
  );
}
