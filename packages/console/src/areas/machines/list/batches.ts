import { type CommandBatch, listBatches, readBatch } from '@berth/contract/api/command-batches';
import type { BatchId, OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useSyncExternalStore } from 'react';
import { queryClient, queryKey } from '../../../data/query.ts';

export interface Watched {
  readonly orgId: OrganizationId;
  readonly id: BatchId;
}

/** What was sent from here, or was under way when the machines were opened, and is still looked at. */
let watched: readonly Watched[] = [];
const listeners = new Set<() => void>();
/** Of so many of the latest it is asked whether they are still under way. */
const LATEST = 10;
const resumed = new Set<OrganizationId>();

/** The commands for many machines whose progress is shown. */
export function useWatchedBatches(orgId: OrganizationId | null): readonly Watched[] {
  return useSyncExternalStore(subscribe, () => watched).filter((batch) => batch.orgId === orgId);
}

/** Shows how far a command for many machines comes, from now on. */
export function watchBatch(orgId: OrganizationId, batch: CommandBatch): void {
  queryClient.setQueryData(queryKey(readBatch, { params: { orgId, batchId: batch.id } }), batch);
  set([...watched, { orgId, id: batch.id }]);
}

export function dismissBatch(id: BatchId): void {
  set(watched.filter((batch) => batch.id !== id));
}

/** Takes up what is still under way, once for an organization: reloading the page loses no way to cancel. */
export async function resumeBatches(orgId: OrganizationId): Promise<void> {
  if (resumed.has(orgId)) return;
  resumed.add(orgId);
  const latest = await call(listBatches, { params: { orgId }, query: { limit: LATEST } }).catch(() => []);
  for (const batch of latest.toReversed()) {
    if (openOf(batch) > 0 && !watched.some(({ id }) => id === batch.id)) watchBatch(orgId, batch);
  }
}

/** How many machines have not answered yet. */
export function openOf({ states }: CommandBatch): number {
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
