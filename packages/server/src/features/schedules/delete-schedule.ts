import { deleteSchedule } from '@berth/contract/api/schedules';
import { type Route, route } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import { noSuchSchedule, requireRevision } from './errors.ts';
import { presentSchedule } from './present.ts';
import * as store from './store.ts';

export function deleteScheduleRoute({ clock }: ScheduleDeps): Route {
  return route(deleteSchedule, async ({ params, ifMatch, tx, organizationId, audit }) => {
    const key = { organizationId, scheduleId: params.scheduleId };
    const row = await store.lockSchedule(tx, key);
    if (!row) throw noSuchSchedule();
    requireRevision(ifMatch, row.revision);
    await store.deleteSchedule(tx, key);
    audit({ target: { kind: 'schedule', id: params.scheduleId }, before: presentSchedule(row, clock.now()) });
    return null;
  });
}
