import type { CommandBatch } from '@berth/contract/api/command-batches';
import { COMMAND_STATES, type CommandState } from '@berth/contract/rules/commands';
import type { BatchRow } from './store.ts';

export function presentBatch(row: BatchRow, counts: ReadonlyMap<CommandState, number>): CommandBatch {
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
