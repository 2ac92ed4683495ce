import { sql } from 'kysely';
import type { Database } from '../../../db/connection.ts';
import { asSystem } from '../../../db/transaction.ts';
import type { Logger } from '../../../platform/logger.ts';
import { repeat } from '../../../platform/repeat.ts';

const EVERY_MS = 300_000;

/** Counts machines and those online into the hour that it is, for the chart over 30 days. */
export function startFleetCounting(db: Database, logger: Logger): { stop(): Promise<void> } {
  const first = countFleet(db).catch((error: unknown) =>
    logger.warn({ err: error }, 'Machines could not be counted yet'),
  );
  const job = repeat('machines.count', EVERY_MS, () => countFleet(db), logger);
  return {
    async stop() {
      await first;
      await job.stop();
    },
  };
}

export async function countFleet(db: Database): Promise<void> {
  await asSystem(db, async (tx) => {
    await sql`select count_fleet_hours()`.execute(tx);
  });
}
