import { LOG_MAX_AGE_DAYS } from '@berth/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import { repeat } from '../../platform/repeat.ts';

const EVERY_MS = 3_600_000;

/** Removes what is too old to be shown of machines: log entries, when they were connected, and that there were two of one. */
export function startLogCleaning(db: Database, logger: Logger): { stop(): Promise<void> } {
  return repeat(
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
