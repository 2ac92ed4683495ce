import { createHash } from 'node:crypto';
import { cancelBatch, listBatchCommands, listBatches, readBatch } from '@berth/contract/api/command-batches';
import { LIST_LIMIT_DEFAULT } from '@berth/contract/limits';
import { type Route, route } from '../../../http/route.ts';
import type { CommandDeps } from '../deps.ts';
import { presentCommand } from '../present.ts';
import { loadBatch, presentBatch } from './present.ts';
import { sendBatchRoute } from './send-batch.ts';
import * as store from './store.ts';

const BATCHES_SHOWN = 20;

export function batchRoutes(deps: CommandDeps): Route[] {
  return [sendBatchRoute(deps), readBatchRoute, listBatchesRoute, listBatchCommandsRoute, cancelBatchRoute];
}

const readBatchRoute = route(readBatch, async ({ params, tx, organizationId, setEtag }) => {
  const batch = await loadBatch(tx, organizationId, params.batchId);
  // Everything that can change is in the reply, and it is small.
  setEtag(createHash('sha256').update(JSON.stringify(batch)).digest('base64url').slice(0, 16));
  return batch;
});

const listBatchesRoute = route(listBatches, async ({ query, tx, organizationId }) => {
  const rows = await store.listBatches(tx, organizationId, query.limit ?? BATCHES_SHOWN);
  const ids = rows.map(({ batch_id }) => batch_id);
  const counts = await store.countStates(tx, organizationId, ids);
  return rows.map((row) => presentBatch(row, counts.get(row.batch_id)));
});

const listBatchCommandsRoute = route(listBatchCommands, async ({ params, query, tx, organizationId }) => {
  await loadBatch(tx, organizationId, params.batchId);
  const { state, limit = LIST_LIMIT_DEFAULT, skip = 0 } = query;
  const rows = await store.listBatchCommands(tx, organizationId, params.batchId, { state, limit, skip });
  return rows.map((row) => ({ ...presentCommand(row), machineName: row.machine_name }));
});

const cancelBatchRoute = route(cancelBatch, async ({ params, tx, organizationId, audit }) => {
  await loadBatch(tx, organizationId, params.batchId);
  const cancelled = await store.cancelQueued(tx, organizationId, params.batchId);
  audit({ target: { kind: 'batch', id: params.batchId }, after: { cancelled } });
  return loadBatch(tx, organizationId, params.batchId);
});
