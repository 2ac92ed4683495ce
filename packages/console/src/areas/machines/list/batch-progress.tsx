import { type CommandBatch, cancelBatch, listBatches, readBatch } from '@berth/contract/api/command-batches';
import type { BatchId, OrganizationId } from '@berth/contract/ids';
import { ActionIcon, Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { queryClient, queryKey, read } from '../../../data/query.ts';
import { showError } from '../../dialogs/show-error.tsx';
import { useMay } from '../../organizations/queries.ts';
import { toast } from '../../parts/toast.ts';
import styles from './batch-progress.module.css';

interface Watched {
  readonly orgId: OrganizationId;
  readonly id: BatchId;
}

/** What was sent from here, or was under way when the console was opened, and is still looked at. */
let watched: readonly Watched[] = [];
const listeners = new Set<() => void>();
const POLL_MS = 1_000;
/** Of so many of the latest it is asked whether they are still under way. */
const LATEST = 10;
const resumed = new Set<OrganizationId>();

/** Shows how far a command for many machines comes, from now on. */
export function watchBatch(orgId: OrganizationId, batch: CommandBatch): void {
  queryClient.setQueryData(queryKey(readBatch, { params: { orgId, batchId: batch.id } }), batch);
  set([...watched, { orgId, id: batch.id }]);
}

/** Takes up what is still under way, once for an organization: reloading the page loses no way to cancel. */
async function resume(orgId: OrganizationId): Promise<void> {
  if (resumed.has(orgId)) return;
  resumed.add(orgId);
  const latest = await call(listBatches, { params: { orgId }, query: { limit: LATEST } }).catch(() => []);
  for (const batch of latest.toReversed()) {
    if (openOf(batch) > 0 && !watched.some(({ id }) => id === batch.id)) watchBatch(orgId, batch);
  }
}

/** The commands for many machines that are under way, or were when they were sent from here, with their progress. */
export function BatchProgress({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  useEffect(() => void resume(orgId), [orgId]);
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
  const meant = total - skipped;
  const done = states.succeeded;
  const undone = states.failed + states.expired + states.cancelled;
  const cancel = async () => {
    const after = await call(cancelBatch, { params }).catch(showError);
    if (!after) return;
    queryClient.setQueryData(queryKey(readBatch, { params }), after);
    // The machines may have been quicker than the click.
    const count = after.states.cancelled - states.cancelled;
    toast((texts) => texts.t('machines.progress.cancel.done', { count }));
  };
  const notes = (['failed', 'expired', 'cancelled'] as const).filter((state) => states[state] > 0);
  return (
    <div className={styles.batch}>
      <strong className={styles.name}>{t(`console.command.${data.type}`)}</strong>
      <Progress.Root className={styles.bar} size="sm">
        <Progress.Section
          value={meant === 0 ? 100 : (done / meant) * 100}
          color="var(--good)"
          aria-label={t('machines.progress.label')}
        />
        {/* Told in words beside it. */}
        {undone > 0 && (
          <Progress.Section value={(undone / meant) * 100} color="var(--warn)" withAria={false} aria-hidden />
        )}
      </Progress.Root>
      <span className={styles.text} role="status">
        {[
          t('machines.progress.done', { done, total: meant }),
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
