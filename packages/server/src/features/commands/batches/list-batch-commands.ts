import { listBatchCommands } from '@berth/contract/api/command-batches';
import { LIST_LIMIT_DEFAULT } from '@berth/contract/limits';
import { route } from '../../../http/route.ts';
import { presentCommand } from '../present.ts';
import { loadBatch } from './present.ts';
import * as store from './store.ts';

export const listBatchCommandsRoute = route(listBatchCommands, async ({ params, query, tx, organizationId }) => {
  await loadBatch(tx, organizationId, params.batchId);
  const { state, limit = LIST_LIMIT_DEFAULT, skip = 0 } = query;
  const rows = await store.listBatchCommands(tx, organizationId, params.batchId, { state, limit, skip });
  return rows.map((row) => ({ ...presentCommand(row), machineName: row.machine_name }));
});
