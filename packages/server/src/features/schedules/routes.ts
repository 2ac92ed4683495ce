import type { Route } from '../../http/route.ts';
import { changeScheduleRoute } from './change-schedule.ts';
import { createScheduleRoute } from './create-schedule.ts';
import { deleteScheduleRoute } from './delete-schedule.ts';
import type { ScheduleDeps } from './deps.ts';
import { listScheduleRunMachinesRoute } from './list-schedule-run-machines.ts';
import { listScheduleRunsRoute } from './list-schedule-runs.ts';
import { listSchedulesRoute } from './list-schedules.ts';
import { readScheduleRoute } from './read-schedule.ts';

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
