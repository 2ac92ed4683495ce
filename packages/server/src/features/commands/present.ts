import type { Command } from '@berth/contract/api/commands';
import type { CommandRow } from './store.ts';

export function presentCommand(row: CommandRow): Command {
  return {
    id: row.command_id,
    machineId: row.machine_id,
    type: row.type,
    state: row.state,
    author: row.author,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    finishedAt: row.finished_at,
    readAt: row.read_at,
    result: row.result,
  };
}
