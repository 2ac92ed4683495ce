import { cancelBatch } from '@berth/contract/api/command-batches';
import { route } from '../../../http/route.ts';
import { loadBatch } from './present.ts';
import * as store from './store.ts';

export const cancelBatchRoute = route(cancelBatch, async ({ params, tx, organizationId, audit }) => {
  await loadBatch(tx, organizationId, params.batchId);
  const cancelled = await store.cancelQueued(tx, organizationId, params.batchId);
  audit({ target: { kind: 'batch', id: params.batchId }, after: { cancelled } });
  return loadBatch(tx, organizationId, params.batchId);
});
