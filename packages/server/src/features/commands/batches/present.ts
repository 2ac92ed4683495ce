import type { CommandBatch } from '@berth/contract/api/command-batches';
import type { BatchId, OrganizationId } from '@berth/contract/ids';
import { COMMAND_STATES, type CommandState } from '@berth/contract/rules/commands';
import type { Tx } from '../../../db/connection.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type BatchRow, countStates, findBatch } from './store.ts';

type Counts = ReadonlyMap<CommandState, number>;

const NONE: Counts = new Map();

/** A batch as it is now. Throws 'not-found'. */
export async function loadBatch(tx: Tx, organizationId: OrganizationId, id: BatchId): Promise<CommandBatch> {
  const row = await findBatch(tx, organizationId, id);
  if (!row) throw new ApiError('not-found', 'There is no such command for many machines.');
  return presentBatch(row, (await countStates(tx, organizationId, [id])).get(id));
}

export function presentBatch(row: BatchRow, counts: Counts = NONE): CommandBatch {
  return {
    id: row.batch_id,
    type: row.type,
    author: row.author,
    createdAt: row.created_at,
    total: row.total,
    skipped: row.skipped,
    states: Object.fromEntries(
      COMMAND_STATES.map((state) => [state, counts.get(state) ?? 0]),
    ) as CommandBatch['states'],
  };
}
