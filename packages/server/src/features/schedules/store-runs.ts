import type { CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import type { CommandState } from '@berth/contract/rules/commands';
import type { RunOutcome } from '@berth/contract/rules/schedules';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';
import type { ScheduleKey } from './store.ts';

const COLUMNS = columnsOf('schedule_runs', ['date', 'opened_at', 'closed_at', 'missed']);
export type RunRow = RowOf<typeof COLUMNS>;

/** The reported time zones of an organization's machines. */
export async function listZones(tx: Tx, organizationId: OrganizationId): Promise<(string | null)[]> {
  const { rows } = await sql<{ time_zone: string | null }>`
    select distinct time_zone from machine_states where organization_id = ${organizationId}`.execute(tx);
  return rows.map(({ time_zone }) => time_zone);
}

/** Opens the run of a date, once. */
export async function openRun(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  date: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into schedule_runs (organization_id, schedule_id, date, opened_at)
    values (${organizationId}, ${scheduleId}, ${date}, ${now.toISOString()}) on conflict do nothing`.execute(tx);
}

export async function closeRun(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  date: string,
  { now, missed }: { readonly now: Date; readonly missed: number },
): Promise<void> {
  await sql`
    update schedule_runs set closed_at = ${now.toISOString()}, missed = ${missed}
    where organization_id = ${organizationId} and schedule_id = ${scheduleId} and date = ${date}`.execute(tx);
}

/** The dates of open runs, and of these those that have a run. */
export async function listRunDates(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  dates: readonly string[],
): Promise<{ readonly date: string; readonly isOpen: boolean }[]> {
  const { rows } = await sql<{ date: string; isOpen: boolean }>`
    select date, closed_at is null as "isOpen" from schedule_runs
    where organization_id = ${organizationId} and schedule_id = ${scheduleId}
      and (closed_at is null or date = any (${[...dates]}::text[]))`.execute(tx);
  return rows;
}

/** The machines that a run has handled. */
export async function listServed(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  date: string,
): Promise<ReadonlySet<MachineId>> {
  const { rows } = await sql<{ machine_id: MachineId }>`
    select machine_id from schedule_run_machines
    where organization_id = ${organizationId} and schedule_id = ${scheduleId} and date = ${date}`.execute(tx);
  return new Set(rows.map(({ machine_id }) => machine_id));
}

export interface Served {
  readonly machineId: MachineId;
  readonly outcome: RunOutcome;
  readonly commandId: CommandId | null;
}

/** Stores the results of machines. The key prevents a second command. */
export async function insertServed(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  date: string,
  { now, served }: { readonly now: Date; readonly served: readonly Served[] },
): Promise<void> {
  await sql`
    insert into schedule_run_machines (organization_id, schedule_id, date, machine_id, outcome, command_id, at)
    select ${organizationId}, ${scheduleId}, ${date}, s."machineId", s.outcome, s."commandId", ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(served)}::jsonb) as s ("machineId" text, outcome text, "commandId" uuid)`.execute(
    tx,
  );
}

export async function listRuns(tx: Tx, { organizationId, scheduleId }: ScheduleKey, limit: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select ${COLUMNS} from schedule_runs
    where organization_id = ${organizationId} and schedule_id = ${scheduleId}
    order by date desc limit ${limit}`.execute(tx);
  return rows;
}

export interface OutcomeCount {
  readonly date: string;
  readonly outcome: RunOutcome;
  readonly state: CommandState | null;
  readonly count: number;
}

export async function countOutcomes(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  dates: readonly string[],
): Promise<OutcomeCount[]> {
  const { rows } = await sql<OutcomeCount>`
    select r.date, r.outcome, c.state, count(*) as count from schedule_run_machines r
    left join commands c on c.organization_id = r.organization_id and c.command_id = r.command_id
    where r.organization_id = ${organizationId} and r.schedule_id = ${scheduleId} and r.date = any (${[...dates]}::text[])
    group by r.date, r.outcome, c.state`.execute(tx);
  return rows;
}

export interface RunMachineRow {
  readonly machine_id: MachineId;
  readonly name: string;
  readonly outcome: RunOutcome;
  readonly state: CommandState | null;
  readonly result: string | null;
  readonly at: string;
}

export async function listRunMachines(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  date: string,
  page: { readonly limit: number; readonly skip: number },
): Promise<RunMachineRow[]> {
  const { rows } = await sql<RunMachineRow>`
    select r.machine_id, m.name, r.outcome, c.state, c.result, r.at from schedule_run_machines r
    join machines m on m.organization_id = r.organization_id and m.machine_id = r.machine_id
    left join commands c on c.organization_id = r.organization_id and c.command_id = r.command_id
    where r.organization_id = ${organizationId} and r.schedule_id = ${scheduleId} and r.date = ${date}
    order by m.ordered_name, m.machine_id limit ${page.limit} offset ${page.skip}`.execute(tx);
  return rows;
}
