import { asSystem, inTenant } from '../../db/transaction.ts';
import { COMMAND_QUEUED } from '../../gateway/topics.ts';
import type { Logger } from '../../platform/logger.ts';
import { repeat } from '../../platform/work.ts';
import type { ScheduleDeps } from './deps.ts';
import { runSchedule } from './run.ts';
import { claimSchedules, lockSchedule, type ScheduleKey } from './store.ts';

const EVERY_MS = 1_000;
const AT_ONCE = 100;

/** Runs the due schedules. Any number of servers can run this: a machine gets a command once for each date. */
async function stepSchedules(deps: ScheduleDeps): Promise<void> {
  const now = new Date(deps.clock.now());
  for (const key of await asSystem(deps.db, (tx) => claimSchedules(tx, now, AT_ONCE))) await stepSchedule(deps, key);
}

/** Serves the open windows of one schedule, in a transaction that holds it. */
export async function stepSchedule(deps: ScheduleDeps, key: ScheduleKey): Promise<void> {
  const queued = await inTenant(deps.db, key, async (tx) => {
    const schedule = await lockSchedule(tx, key);
    return schedule ? runSchedule(deps, tx, schedule) : [];
  });
  for (const command of queued) deps.bus.publish(COMMAND_QUEUED, command);
}

export function startSchedules(deps: ScheduleDeps, logger: Logger): { stop(): Promise<void> } {
  return repeat('schedules.step', EVERY_MS, () => stepSchedules(deps), logger);
}
