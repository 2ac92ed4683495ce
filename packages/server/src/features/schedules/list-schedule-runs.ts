import { listScheduleRuns } from '@berth/contract/api/schedules';
import { route } from '../../http/route.ts';
import { noSuchSchedule } from './errors.ts';
import { presentRun } from './present.ts';
import { findSchedule } from './store.ts';
import { countOutcomes, listRuns } from './store-runs.ts';

const LIMIT_DEFAULT = 30;

export const listScheduleRunsRoute = route(listScheduleRuns, async ({ params, query, tx, organizationId }) => {
  const key = { organizationId, scheduleId: params.scheduleId };
  if (!(await findSchedule(tx, key))) throw noSuchSchedule();
  const rows = await listRuns(tx, key, query.limit ?? LIMIT_DEFAULT);
  const counts = await countOutcomes(
    tx,
    key,
    rows.map(({ date }) => date),
  );
  return rows.map((row) => presentRun(row, counts));
});
