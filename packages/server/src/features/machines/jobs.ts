import type { Logger } from '../../platform/logger.ts';
import { startFleetCounting } from './fleet/statistics.ts';
import { startLogCleaning } from './logs.ts';
import { startTagging, type TaggingDeps } from './tag-rules/job.ts';

/** What is done about machines on its own: their tags, hourly counts, and old data. */
export function startMachineJobs(deps: TaggingDeps, logger: Logger): { stop(): Promise<void> } {
  const jobs = [startTagging(deps, logger), startFleetCounting(deps.db, logger), startLogCleaning(deps.db, logger)];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
