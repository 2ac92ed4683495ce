import { type CommandBatch, listBatches, readBatch } from '@berth/contract/api/command-batches';
import type { BatchId, OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { sharedValue } from '@berth/web/lib/shared-value.ts';
import { queryClient, queryKey } from '../../../data/query.ts';

export interface Watched {
  readonly orgId: OrganizationId;
  readonly id: BatchId;
}

/** The shown batches: sent from here, or in progress when the page was opened. */
const watched = sharedValue<readonly Watched[]>([]);
/** Number of latest batches checked for progress. */
const LATEST = 10;
const resumed = new Set<OrganizationId>();

/** The batches whose progress is shown. */
export function useWatchedBatches(orgId: OrganizationId | null): readonly Watched[] {
  return watched.use().filter((batch) => batch.orgId === orgId);
}

/** Shows the progress of a batch from now on. */
export function watchBatch(orgId: OrganizationId, batch: CommandBatch): void {
  queryClient.setQueryData(queryKey(readBatch, { params: { orgId, batchId: batch.id } }), batch);
  watched.set([...watched.get(), { orgId, id: batch.id }]);
}

export function dismissBatch(id: BatchId): void {
  watched.set(watched.get().filter((batch) => batch.id !== id));
}

/** Shows the batches in progress, once per organization: they can be canceled even after a reload. */
export async function resumeBatches(orgId: OrganizationId): Promise<void> {
  if (resumed.has(orgId)) return;
  resumed.add(orgId);
  const latest = await call(listBatches, { params: { orgId }, query: { limit: LATEST } }).catch(() => []);
  for (const batch of latest.toReversed()) {
    if (openOf(batch) > 0 && !watched.get().some(({ id }) => id === batch.id)) watchBatch(orgId, batch);
  }
}

/** Number of machines without a result. */
export function openOf({ states }: CommandBatch): number {
  return states.queued + states.delivered;
}
