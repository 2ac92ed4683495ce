import { type LogEntry, listMachineLogs } from '@berth/contract/api/machines';
import { LOG_ENTRIES_SHOWN, LOG_MAX_AGE_DAYS } from '@berth/contract/limits';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Database, Tx } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import type { LogLine, MachineKey } from '../../gateway/ports.ts';
import { route } from '../../http/route.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';

export const listMachineLogsRoute = route(listMachineLogs, async ({ params, query, tx, organizationId }) => {
  const options = { count: query.count ?? LOG_ENTRIES_SHOWN, debug: query.debug ?? false };
  const rows = await listLogs(tx, { organizationId, machineId: params.id }, options);
  return rows.map(({ entry_id, time, type, message }) => ({ id: entry_id, time, type, message }));
});

const COLUMNS = columnsOf('machine_logs', ['entry_id', 'time', 'type', 'message']);
type LogRow = RowOf<typeof COLUMNS, { readonly type: LogEntry['type'] }>;

/** The newest entries, none older than 30 days (spec chapter 9). */
async function listLogs(
  tx: Tx,
  { organizationId, machineId }: MachineKey,
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

/** Stores each entry once, however often a machine sends it. */
export async function insertLogs(
  tx: Tx,
  { organizationId, machineId }: MachineKey,
  lines: readonly LogLine[],
): Promise<void> {
  await sql`
    insert into machine_logs (organization_id, machine_id, entry_id, time, type, message)
    select m.organization_id, m.machine_id, l.id, l.time, l.type, l.message
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (id text, time timestamptz, type text, message text)
    join machines m on m.organization_id = ${organizationId} and m.machine_id = ${machineId}
    on conflict do nothing`.execute(tx);
}

const EVERY_MS = 3_600_000;

/** Removes outdated log entries, connection times, and reports of cloned machines. */
export function startLogCleaning(db: Database, logger: Logger): { stop(): Promise<void> } {
  return startJob(
    'machines.clean-logs',
    EVERY_MS,
    () =>
      asSystem(db, async (tx) => {
        const age = sql`make_interval(days => ${LOG_MAX_AGE_DAYS}::int)`;
        await sql`select forget_machine_logs(${age}), forget_presence(${age}), forget_machine_clones()`.execute(tx);
      }),
    logger,
  );
}
