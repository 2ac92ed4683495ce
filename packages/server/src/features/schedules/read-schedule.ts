import { readSchedule } from '@berth/contract/api/schedules';
import { type Route, route } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import { noSuchSchedule } from './errors.ts';
import { presentSchedule } from './present.ts';
import { findSchedule } from './store.ts';

export function readScheduleRoute({ clock }: ScheduleDeps): Route {
  return route(readSchedule, async ({ params, tx, organizationId, setEtag }) => {
    const row = await findSchedule(tx, { organizationId, scheduleId: params.scheduleId });
    if (!row) throw noSuchSchedule();
    setEtag(row.revision);
    return presentSchedule(row, clock.now());
  });
}
