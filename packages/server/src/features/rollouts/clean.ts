import { ROLLOUT_MAX_AGE_DAYS } from '@berth/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';

const EVERY_MS = 3_600_000;

/** Deletes the rollouts that ended longer ago than the limit. */
export async function forgetRollouts(db: Database): Promise<void> {
  const forget = () =>
    asSystem(db, async (tx) => {
      const { rows } = await sql<{ forgotten: boolean }>`
        select forget_rollout(make_interval(days => ${ROLLOUT_MAX_AGE_DAYS}::int)) as forgotten`.execute(tx);
      return rows[0]?.forgotten === true;
    });
  while (await forget());
}

export function startRolloutCleaning(db: Database, logger: Logger): { stop(): Promise<void> } {
  return startJob('rollouts.clean', EVERY_MS, () => forgetRollouts(db), logger);
}
