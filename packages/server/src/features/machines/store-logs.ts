import type { LogEntry } from '@berth/contract/api/machines';
import { LOG_MAX_AGE_DAYS } from '@berth/contract/limits';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';
import type { LogLine } from '../../gateway/ports.ts';
import type { Key } from './store.ts';

const COLUMNS = columnsOf('machine_logs', ['entry_id', 'time', 'type', 'message']);
export type LogRow = RowOf<typeof COLUMNS, { readonly type: LogEntry['type'] }>;

/** The newest entries, none older than 30 days (spec chapter 9). */
export async function listLogs(
  tx: Tx,
  { organizationId, machineId }: Key,
  options: { readonly count: number; readonly debug: boolean },
): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select ${COLUMNS} from machine_logs
    where organization_id = ${organizationId} and machine_id = ${machineId}
      and time > now() - make_interval(days => ${LOG_MAX_AGE_DAYS}::int)
      and (${options.debug} or type <> 'DEBUG')
    order by time desc, entry_id limit ${options.count}`.execute(tx);
  return rows;
}

/** Keeps each entry once, however often a machine sends it. */
export async function insertLogs(tx: Tx, { organizationId, machineId }: Key, lines: readonly LogLine[]): Promise<void> {
  await sql`
    insert into machine_logs (organization_id, machine_id, entry_id, time, type, message)
    select m.organization_id, m.machine_id, l.id, l.time, l.type, l.message
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id text, time timestamptz, type text, message text)
    join machines m on m.organization_id = ${organizationId} and m.machine_id = ${machineId}
    on conflict do nothing`.execute(tx);
}
