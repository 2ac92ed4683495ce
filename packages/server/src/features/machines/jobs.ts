import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import { startFleetCounting } from './fleet/statistics.ts';
import { startLogCleaning } from './logs.ts';
import { startTagging, type TaggingDeps } from './tag-rules/job.ts';

/** What is done about machines on its own: their tags, the planner's statistics, hourly counts, and old data. */
export function startMachineJobs(deps: TaggingDeps, logger: Logger): { stop(): Promise<void> } {
  const { db } = deps;
  const jobs = [
    startTagging(deps, logger),
    startAnalyzing(db, logger),
    startFleetCounting(db, logger),
    startLogCleaning(db, logger),
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

const ANALYZE_EVERY_MS = 10_000;

/** Tells the database's planner of many new machines. @returns whether there were some. */
export async function analyzeMachines(db: Database): Promise<boolean> {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ analyzed: boolean }>`select analyze_machines() as analyzed`.execute(tx),
  );
  return rows[0]?.analyzed === true;
}

function startAnalyzing(db: Database, logger: Logger): { stop(): Promise<void> } {
  return startJob('machines.analyze', ANALYZE_EVERY_MS, async () => void (await analyzeMachines(db)), logger);
}
