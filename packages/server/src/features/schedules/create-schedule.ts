import { randomUUID } from 'node:crypto';
import { createSchedule } from '@berth/contract/api/schedules';
import type { ScheduleId } from '@berth/contract/ids';
import { type Route, route } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import { noSuchSchedule } from './errors.ts';
import { presentSchedule } from './present.ts';
import { findSchedule, insertSchedule } from './store.ts';
import { countingSince, readWanted } from './wanted.ts';

export function createScheduleRoute(deps: ScheduleDeps): Route {
  return route(createSchedule, async (call) => {
    const { tx, organizationId } = call;
    const key = { organizationId, scheduleId: randomUUID() as ScheduleId };
    const now = deps.clock.now();
    const times = { now: new Date(now), since: countingSince(call.body, now) };
    await insertSchedule(tx, key, await readWanted(deps, call, call.body), times);
    const row = await findSchedule(tx, key);
    if (!row) throw noSuchSchedule();
    call.audit({ target: { kind: 'schedule', id: key.scheduleId } });
    call.setEtag(row.revision);
    return presentSchedule(row, now);
  });
}
