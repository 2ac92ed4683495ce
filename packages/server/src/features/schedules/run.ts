import { randomUUID } from 'node:crypto';
import { BATCH_MACHINES_MAX } from '@berth/contract/api/command-batches';
import type { BatchId, CommandId } from '@berth/contract/ids';
import { PROMPT_EXPIRY_MS } from '@berth/contract/limits';
import { COMMANDS } from '@berth/contract/rules/commands';
import { openWindow, type Timing, type Window, windowOn } from '@berth/contract/rules/schedules';
import { isTimeZone } from '@berth/contract/rules/time-zones';
import type { Tx } from '../../db/connection.ts';
import type { CommandQueued } from '../../gateway/topics.ts';
import type { ScheduleDeps, SelectedMachine } from './deps.ts';
import type { ScheduleKey, ScheduleRow } from './store.ts';
import { closeRun, insertServed, listOpenDates, listServed, listZones, openRun, type Served } from './store-runs.ts';

export const timingOf = ({ days, date, time, window_minutes }: ScheduleRow): Timing => ({
  days,
  date,
  time,
  windowMinutes: window_minutes,
});

/**
 * Gives a schedule's command to the machines whose window is open and that have not had it on its date; closes runs whose
 * windows are over. The schedule is locked. Returns what is to be told once this is committed.
 */
export async function runSchedule(
  deps: ScheduleDeps,
  tx: Tx,
  schedule: ScheduleRow,
): Promise<readonly CommandQueued[]> {
  const now = deps.clock.now();
  const organizationId = schedule.organization_id;
  const key = { organizationId, scheduleId: schedule.schedule_id };
  const zoneOf = (reported: string | null) =>
    reported !== null && isTimeZone(reported) ? reported : schedule.time_zone;
  const zones = [...new Set((await listZones(tx, organizationId)).map(zoneOf)), schedule.time_zone];
  const openIn = windowsOf(schedule, zones, now);
  const over = (await listOpenDates(tx, key)).filter((date) => isOver(schedule, date, zones, now));
  if (openIn.size === 0 && over.length === 0) return [];

  const { tag, filter } = schedule;
  const selector = { ...(tag !== null && { tag }), ...(filter !== null && { filter }) };
  const machines = await deps.selectMachines(tx, organizationId, selector, BATCH_MACHINES_MAX);
  const queued: CommandQueued[] = [];
  for (const [date, closes] of closingsByDate(openIn)) {
    await openRun(tx, key, date, new Date(now));
    const inWindow = machines.filter(({ timeZone }) => openIn.get(zoneOf(timeZone))?.date === date);
    queued.push(...(await serve(deps, tx, schedule, { date, closes, machines: inWindow })));
  }
  for (const date of over) {
    const served = await listServed(tx, key, date);
    const missed = machines.filter(({ machineId }) => !served.has(machineId)).length;
    await closeRun(tx, key, date, { now: new Date(now), missed });
  }
  return queued;
}

/** Windows that are open, by zone. */
function windowsOf(schedule: ScheduleRow, zones: readonly string[], now: number): ReadonlyMap<string, Window> {
  return new Map(
    zones.flatMap((zone) => {
      const window = countingWindow(schedule, zone, now);
      return window ? [[zone, window] as const] : [];
    }),
  );
}

/** The window of a zone that is open, unless it opened before those that the schedule's author wanted to count. */
export function countingWindow(schedule: ScheduleRow, zone: string, now: number): Window | undefined {
  if (!schedule.enabled) return undefined;
  const window = openWindow(timingOf(schedule), zone, now);
  return window && window.opens >= Date.parse(schedule.changed_at) ? window : undefined;
}

function isOver(schedule: ScheduleRow, date: string, zones: readonly string[], now: number): boolean {
  return zones.every((zone) => windowOn(date, timingOf(schedule), zone).closes <= now);
}

/** The dates that windows are open for, each with the time when the first of them closes. */
function closingsByDate(open: ReadonlyMap<string, Window>): Map<string, number> {
  const closings = new Map<string, number>();
  for (const { date, closes } of open.values()) closings.set(date, Math.min(closes, closings.get(date) ?? closes));
  return closings;
}

async function serve(
  deps: ScheduleDeps,
  tx: Tx,
  schedule: ScheduleRow,
  run: { readonly date: string; readonly closes: number; readonly machines: readonly SelectedMachine[] },
): Promise<CommandQueued[]> {
  const { type, msg, author_id: authorId, author } = schedule;
  const key: ScheduleKey = { organizationId: schedule.organization_id, scheduleId: schedule.schedule_id };
  const served = await listServed(tx, key, run.date);
  const due = run.machines.filter(({ machineId }) => !served.has(machineId));
  const { needsPro, waits } = COMMANDS[type];
  const tier = needsPro && due.length > 0 ? await deps.tierOf(tx, key.organizationId) : undefined;
  const isLicensed = ({ deployment }: SelectedMachine) => !tier || deps.mayManagePower(tier, deployment);
  const licensed = due.filter(isLicensed);
  // Offline machines may connect while the window is open.
  const ready = licensed.filter(({ machineId }) => waits || deps.presence.isOnline(machineId));
  const commands = ready.map(({ machineId }) => ({ id: randomUUID() as CommandId, machineId }));

  if (commands.length > 0) {
    const batchId = randomUUID() as BatchId;
    const left = Math.max(1_000, run.closes - deps.clock.now());
    await deps.insertBatch(tx, key.organizationId, {
      id: batchId,
      type,
      payload: msg === null ? {} : { msg },
      authorId,
      author,
      total: commands.length,
      expiresInMs: waits ? left : Math.min(PROMPT_EXPIRY_MS, left),
      commands,
    });
    await deps.recordWork(tx, key.organizationId, {
      action: 'schedules.run',
      actor: { kind: 'system', name: 'schedule' },
      target: { kind: 'schedule', id: key.scheduleId },
      after: { type, date: run.date, batchId, machines: commands.length, author },
    });
  }
  const unlicensed = due.filter((machine) => !isLicensed(machine));
  const outcomes: Served[] = [
    ...commands.map(({ id, machineId }): Served => ({ machineId, outcome: 'given', commandId: id })),
    ...unlicensed.map(({ machineId }): Served => ({ machineId, outcome: 'unlicensed', commandId: null })),
  ];
  if (outcomes.length > 0) await insertServed(tx, key, run.date, { now: new Date(deps.clock.now()), served: outcomes });
  return commands.map(({ id, machineId }) => ({ organizationId: key.organizationId, machineId, commandId: id }));
}
