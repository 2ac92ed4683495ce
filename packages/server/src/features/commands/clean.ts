import { COMMAND_MAX_AGE_DAYS } from '@berth/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';

const EVERY_MS = 3_600_000;
/** Deleted in one transaction: a second at most. */
const AT_ONCE = 10_000;

/** Deletes the runs of schedules and the ended commands that are older than the limit. */
export async function forgetCommands(db: Database): Promise<void> {
  const age = sql`make_interval(days => ${COMMAND_MAX_AGE_DAYS}::int)`;
  await asSystem(db, (tx) => sql`select forget_schedule_runs(${age})`.execute(tx));
  const forget = () =>
    asSystem(db, async (tx) => {
      const { rows } = await sql<{ count: number }>`select forget_commands(${age}, ${AT_ONCE}) as count`.execute(tx);
      return rows[0]?.count ?? 0;
    });
  let count: number;
  do count = await forget();
  while (count === AT_ONCE);
}

export function startCommandCleaning(db: Database, logger: Logger): { stop(): Promise<void> } {
  return startJob('commands.clean', EVERY_MS, () => forgetCommands(db), logger);
}
