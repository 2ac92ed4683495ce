import { changeSchedule } from '@berth/contract/api/schedules';
import { type Route, route } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import { noSuchSchedule, requireRevision } from './errors.ts';
import { presentSchedule } from './present.ts';
import { lockSchedule, updateSchedule } from './store.ts';
import { countingSince, readWanted } from './wanted.ts';

export function changeScheduleRoute(deps: ScheduleDeps): Route {
  return route(changeSchedule, async (call) => {
    const { tx, organizationId, params } = call;
    const key = { organizationId, scheduleId: params.scheduleId };
    const now = deps.clock.now();
    const before = await lockSchedule(tx, key);
    if (!before) throw noSuchSchedule();
    requireRevision(call.ifMatch, before.revision);
    await updateSchedule(tx, key, await readWanted(deps, call, call.body), countingSince(call.body, now));
    const row = await lockSchedule(tx, key);
    if (!row) throw noSuchSchedule();
    const target = { kind: 'schedule', id: params.scheduleId };
    call.audit({ target, before: presentSchedule(before, now), after: call.body });
    call.setEtag(row.revision);
    return presentSchedule(row, now);
  });
}
