import { listBatches } from '@berth/contract/api/command-batches';
import { route } from '../../../http/route.ts';
import { presentBatch } from './present.ts';
import * as store from './store.ts';

const LIMIT_DEFAULT = 20;

export const listBatchesRoute = route(listBatches, async ({ query, tx, organizationId }) => {
  const rows = await store.listBatches(tx, organizationId, query.limit ?? LIMIT_DEFAULT);
  const ids = rows.map(({ batch_id }) => batch_id);
  const counts = await store.countStates(tx, organizationId, ids);
  return rows.map((row) => presentBatch(row, counts.get(row.batch_id)));
});
