import type { Schedule } from '@berth/contract/api/schedules';
import type { OrganizationId, ScheduleId } from '@berth/contract/ids';
import type { Weekday } from '@berth/contract/rules/time-zones';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';

export interface ScheduleKey {
  readonly organizationId: OrganizationId;
  readonly scheduleId: ScheduleId;
}

const COLUMNS = columnsOf('schedules', [
  'organization_id',
  'schedule_id',
  'name',
  'type',
  'msg',
  'tag',
  'filter',
  'days',
  'date',
  'time',
  'window_minutes',
  'time_zone',
  'enabled',
  'revision',
  'author_id',
  'author',
  'created_at',
  'changed_at',
]);
export type ScheduleRow = RowOf<
  typeof COLUMNS,
  { readonly type: Schedule['type']; readonly days: readonly Weekday[] | null }
>;

export type ScheduleInput = Omit<
  ScheduleRow,
  'organization_id' | 'schedule_id' | 'revision' | 'created_at' | 'changed_at'
>;

/** The columns that a person sets. */
function settings(schedule: ScheduleInput, since: Date) {
  const { days, ...rest } = schedule;
  return { ...rest, days: days && [...days], changed_at: since.toISOString() };
}

export async function insertSchedule(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  schedule: ScheduleInput,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<void> {
  const key = { organization_id: organizationId, schedule_id: scheduleId, created_at: now.toISOString() };
  await tx
    .insertInto('schedules')
    .values({ ...key, ...settings(schedule, since) })
    .execute();
}

export async function updateSchedule(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
  schedule: ScheduleInput,
  since: Date,
): Promise<void> {
  await tx
    .updateTable('schedules')
    .set((column) => ({ ...settings(schedule, since), revision: column('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .execute();
}

export async function deleteSchedule(tx: Tx, { organizationId, scheduleId }: ScheduleKey): Promise<void> {
  await tx
    .deleteFrom('schedules')
    .where('organization_id', '=', organizationId)
    .where('schedule_id', '=', scheduleId)
    .execute();
}

export async function listSchedules(tx: Tx, organizationId: OrganizationId): Promise<ScheduleRow[]> {
  return select(tx, organizationId, sql`true order by name collate natural_order, schedule_id`);
}

export async function countSchedules(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from schedules where organization_id = ${organizationId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function findSchedule(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
): Promise<ScheduleRow | undefined> {
  return (await select(tx, organizationId, sql`schedule_id = ${scheduleId}`))[0];
}

/** Locks the schedule until the end of the transaction, so that nobody else runs it. */
export async function lockSchedule(
  tx: Tx,
  { organizationId, scheduleId }: ScheduleKey,
): Promise<ScheduleRow | undefined> {
  return (await select(tx, organizationId, sql`schedule_id = ${scheduleId} for update`))[0];
}

/** Claims due schedules of all tenants. Runs as the system. */
export async function claimSchedules(tx: Tx, now: Date, limit: number): Promise<ScheduleKey[]> {
  const { rows } = await sql<ScheduleKey>`
    select organization_id as "organizationId", schedule_id as "scheduleId"
    from claim_schedules(${now.toISOString()}::timestamptz, interval '20 seconds', ${limit})`.execute(tx);
  return rows;
}

async function select(tx: Tx, organizationId: OrganizationId, rest: RawBuilder<unknown>): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select ${COLUMNS} from schedules where organization_id = ${organizationId} and ${rest}`.execute(tx);
  return rows;
}
