import { readBatch } from '@berth/contract/api/command-batches';
import { Problem } from '../../../http/problem.ts';
import { route } from '../../../http/route.ts';
import { presentBatch } from './present.ts';
import { countStates, findBatch } from './store.ts';

export const readBatchRoute = route(readBatch, async ({ params, tx, organizationId }) => {
  const row = await findBatch(tx, organizationId, params.batchId);
  if (!row) throw new Problem('not-found', 'There is no such command for many machines.');
  return presentBatch(row, await countStates(tx, organizationId, params.batchId));
});
