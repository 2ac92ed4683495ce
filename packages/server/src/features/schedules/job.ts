import { randomUUID } from 'node:crypto';
import type { BatchId, CommandId } from '@berth/contract/ids';
import { PROMPT_EXPIRY_MS } from '@berth/contract/limits';
import { COMMANDS } from '@berth/contract/rules/commands';
import { isTimeZone } from '@berth/contract/rules/time-zones';
import type { Tx } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import { COMMAND_QUEUED, type CommandQueued } from '../../gateway/topics.ts';
import { forEach, startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ScheduleDeps, SelectedMachine } from './deps.ts';
import { closingsByDate, isOver, passedWindows, windowsOf } from './rules.ts';
import { claimSchedules, lockSchedule, type ScheduleKey, type ScheduleRow } from './store.ts';
import { closeRun, insertServed, listRunDates, listServed, listZones, openRun, type Served } from './store-runs.ts';

const EVERY_MS = 1_000;
const AT_ONCE = 100;
/** Commands in one transaction. */
const COMMANDS_AT_ONCE = 5_000;

/** Runs the due schedules. Safe to run on several servers at once: a machine gets a command once per date. */
async function stepSchedules(deps: ScheduleDeps): Promise<void> {
  const now = new Date(deps.clock.now());
  const due = await asSystem(deps.db, (tx) => claimSchedules(tx, now, AT_ONCE));
  await forEach(due, (key) => stepSchedule(deps, key));
}

/** Runs one schedule, for a large fleet in several transactions. */
export async function stepSchedule(deps: ScheduleDeps, key: ScheduleKey): Promise<void> {
  while ((await stepPart(deps, key)) >= COMMANDS_AT_ONCE);
}

/** Runs a part of a schedule, in a transaction that locks it. Returns the number of commands. */
async function stepPart(deps: ScheduleDeps, key: ScheduleKey): Promise<number> {
  const { queued, wake } = await inTenant(deps.db, key, async (tx) => {
    const schedule = await lockSchedule(tx, key);
    const queued = schedule ? await runSchedule(deps, tx, schedule) : [];
    const ids = queued.map(({ machineId }) => machineId);
    const wake = schedule?.type === 'wake' ? await deps.planWake(tx, key.organizationId, ids) : undefined;
    return { queued, wake };
  });
  for (const command of queued) deps.bus.publish(COMMAND_QUEUED, command);
  wake?.send();
  return queued.length;
}

export function startSchedules(deps: ScheduleDeps, logger: Logger): { stop(): Promise<void> } {
  return startJob('schedules.step', EVERY_MS, () => stepSchedules(deps), logger);
}

/**
 * Sends a schedule's command to the machines whose window is open and that have not had it on its date, and closes runs
 * whose windows are over. The schedule is locked. Returns the messages to publish after the commit.
 */
async function runSchedule(deps: ScheduleDeps, tx: Tx, schedule: ScheduleRow): Promise<readonly CommandQueued[]> {
  const now = deps.clock.now();
  const organizationId = schedule.organization_id;
  const key = { organizationId, scheduleId: schedule.schedule_id };
  const zoneOf = (reported: string | null) =>
    reported !== null && isTimeZone(reported) ? reported : schedule.time_zone;
  const zones = [...new Set((await listZones(tx, organizationId)).map(zoneOf)), schedule.time_zone];
  const openIn = windowsOf(schedule, zones, now);
  const passed = passedWindows(schedule, zones, now);
  const known = await listRunDates(
    tx,
    key,
    passed.map(({ date }) => date),
  );
  const unnoticed = passed.filter((window) => known.every(({ date }) => date !== window.date));
  const opened = known.filter(({ isOpen }) => isOpen).map(({ date }) => date);
  const over = opened.filter((date) => isOver(schedule, date, zones, now));
  if (openIn.size === 0 && over.length === 0 && unnoticed.length === 0) return [];

  const { tag, filter } = schedule;
  const selector = { ...(tag !== null && { tag }), ...(filter !== null && { filter }) };
  const machines = await deps.selectMachines(tx, organizationId, selector);
  const queued: CommandQueued[] = [];
  for (const [date, closes] of closingsByDate(openIn)) {
    await openRun(tx, key, date, new Date(now));
    const inWindow = machines.filter(({ timeZone }) => openIn.get(zoneOf(timeZone))?.date === date);
    queued.push(...(await serve(deps, tx, schedule, { date, closes, machines: inWindow })));
  }
  // No server ran while they were open: their history says so.
  for (const { date, opens } of unnoticed) await openRun(tx, key, date, new Date(opens));
  for (const date of [...over, ...unnoticed.map((window) => window.date)]) {
    const served = await listServed(tx, key, date);
    const missed = machines.filter(({ machineId }) => !served.has(machineId)).length;
    await closeRun(tx, key, date, { now: new Date(now), missed });
  }
  return queued;
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
  const commands = ready
    .slice(0, COMMANDS_AT_ONCE)
    .map(({ machineId }) => ({ id: randomUUID() as CommandId, machineId }));

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
