import { listScheduleRunMachines, listScheduleRuns, listSchedules, readSchedule } from '@berth/contract/api/schedules';
import { LIST_LIMIT_DEFAULT } from '@berth/contract/limits';
import { type Route, route } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import { presentRun, presentSchedule } from './present.ts';
import { changeScheduleRoute, createScheduleRoute, deleteScheduleRoute, noSuchSchedule } from './save-schedule.ts';
import * as store from './store.ts';
import { findSchedule } from './store.ts';
import { countOutcomes, listRunMachines, listRuns } from './store-runs.ts';

export function scheduleRoutes(deps: ScheduleDeps): Route[] {
  return [
    createScheduleRoute(deps),
    listSchedulesRoute(deps),
    readScheduleRoute(deps),
    changeScheduleRoute(deps),
    deleteScheduleRoute(deps),
    listScheduleRunsRoute,
    listScheduleRunMachinesRoute,
  ];
}

function listSchedulesRoute({ clock }: ScheduleDeps): Route {
  return route(listSchedules, async ({ tx, organizationId }) => {
    const rows = await store.listSchedules(tx, organizationId);
    return rows.map((row) => presentSchedule(row, clock.now()));
  });
}

function readScheduleRoute({ clock }: ScheduleDeps): Route {
  return route(readSchedule, async ({ params, tx, organizationId, setEtag }) => {
    const row = await findSchedule(tx, { organizationId, scheduleId: params.scheduleId });
    if (!row) throw noSuchSchedule();
    setEtag(row.revision);
    return presentSchedule(row, clock.now());
  });
}

const LIMIT_DEFAULT = 30;

const listScheduleRunsRoute = route(listScheduleRuns, async ({ params, query, tx, organizationId }) => {
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

const listScheduleRunMachinesRoute = route(listScheduleRunMachines, async ({ params, query, tx, organizationId }) => {
  const key = { organizationId, scheduleId: params.scheduleId };
  if (!(await findSchedule(tx, key))) throw noSuchSchedule();
  const page = { limit: LIST_LIMIT_DEFAULT, skip: 0, ...query };
  const rows = await listRunMachines(tx, key, params.date, page);
  return rows.map(({ machine_id: id, name, outcome, state, result, at }) => ({
    id,
    name,
    outcome,
    state,
    result,
    at,
  }));
});
