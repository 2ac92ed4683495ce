import { listSchedules } from '@berth/contract/api/schedules';
import { type Route, route } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import { presentSchedule } from './present.ts';
import * as store from './store.ts';

export function listSchedulesRoute({ clock }: ScheduleDeps): Route {
  return route(listSchedules, async ({ tx, organizationId }) => {
    const rows = await store.listSchedules(tx, organizationId);
    return rows.map((row) => presentSchedule(row, clock.now()));
  });
}
