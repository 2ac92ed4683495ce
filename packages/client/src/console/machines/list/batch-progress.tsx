import { type CommandBatch, cancelBatch, readBatch } from '@berth/contract/api/command-batches';
import type { BatchId, OrganizationId } from '@berth/contract/ids';
import { ActionIcon, Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { call } from '../../../data/call.ts';
import { queryClient, queryKey, read } from '../../../data/query.ts';
import { useTexts } from '../../../i18n/store.ts';
import { showError } from '../../dialogs/show-error.tsx';
import { useMay } from '../../organizations/queries.ts';
import styles from './batch-progress.module.css';

interface Watched {
  readonly orgId: OrganizationId;
  readonly id: BatchId;
}

/** What was sent from this page and is still looked at; it goes on when the page is left and opened again. */
let watched: readonly Watched[] = [];
const listeners = new Set<() => void>();
const POLL_MS = 1_000;

/** Shows how far a command for many machines comes, from now on. */
export function watchBatch(orgId: OrganizationId, batch: CommandBatch): void {
  queryClient.setQueryData(queryKey(readBatch, { params: { orgId, batchId: batch.id } }), batch);
  set([...watched, { orgId, id: batch.id }]);
}

/** The commands for many machines that were sent from here, with their progress. */
export function BatchProgress({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const shown = useSyncExternalStore(subscribe, () => watched).filter((batch) => batch.orgId === orgId);
  if (shown.length === 0) return null;
  return (
    <section aria-label={t('machines.progress.label')} className={styles.list}>
      {shown.map(({ id }) => (
        <Batch key={id} orgId={orgId} id={id} />
      ))}
    </section>
  );
}

function Batch({ orgId, id }: Watched): ReactNode {
  const { t } = useTexts();
  const mayCommand = useMay('machine.command');
  const params = { orgId, batchId: id };
  const { data } = useQuery({
    ...read(readBatch, { params }),
    refetchInterval: ({ state }) => (state.data && openOf(state.data) === 0 ? false : POLL_MS),
  });
  if (!data) return null;
  const { states, total, skipped } = data;
  const open = openOf(data);
  const done = total - open - skipped;
  const cancel = async () => {
    const after = await call(cancelBatch, { params }).catch(showError);
    if (after) queryClient.setQueryData(queryKey(readBatch, { params }), after);
  };
  const notes = (['failed', 'expired', 'cancelled'] as const).filter((state) => states[state] > 0);
  return (
    <div className={styles.batch}>
      <strong className={styles.name}>{t(`console.command.${data.type}`)}</strong>
      <Progress.Root className={styles.bar} size="sm">
        <Progress.Section
          value={total === skipped ? 100 : (done / (total - skipped)) * 100}
          color={states.failed > 0 ? 'var(--warn)' : 'var(--good)'}
          aria-label={t('machines.progress.label')}
        />
      </Progress.Root>
      <span className={styles.text} role="status">
        {[
          t('machines.progress.done', { done, total: total - skipped }),
          ...notes.map((state) => t(`machines.progress.${state}`, { count: states[state] })),
          ...(skipped > 0 ? [t('machines.progress.skipped', { count: skipped })] : []),
        ].join(' · ')}
      </span>
      {mayCommand && states.queued > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => void cancel()}>
          {t('machines.progress.cancel')}
        </Button>
      )}
      {open === 0 && (
        <ActionIcon
          variant="subtle"
          className={styles.dismiss}
          size={28}
          aria-label={t('machines.progress.dismiss')}
          onClick={() => set(watched.filter((batch) => batch.id !== id))}
        >
          <IconX size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function openOf({ states }: CommandBatch): number {
  return states.queued + states.delivered;
}

function set(next: readonly Watched[]): void {
  watched = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
