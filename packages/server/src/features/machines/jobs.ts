import type { Logger } from '../../platform/logger.ts';
import { startAnalyzing } from './analyze.ts';
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
