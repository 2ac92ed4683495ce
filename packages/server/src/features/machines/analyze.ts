import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';

const EVERY_MS = 10_000;

/** Tells the database's planner of many new machines. @returns whether there were some. */
export async function analyzeMachines(db: Database): Promise<boolean> {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ analyzed: boolean }>`select analyze_machines() as analyzed`.execute(tx),
  );
  return rows[0]?.analyzed === true;
}

export function startAnalyzing(db: Database, logger: Logger): { stop(): Promise<void> } {
  return startJob('machines.analyze', EVERY_MS, async () => void (await analyzeMachines(db)), logger);
}
