import { randomUUID } from 'node:crypto';
import { changeSchedule, createSchedule, deleteSchedule } from '@berth/contract/api/schedules';
import type { ScheduleId } from '@berth/contract/ids';
import { SCHEDULES_MAX } from '@berth/contract/rules/schedules';
import { lockOrganization } from '../../db/organization-lock.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { ScheduleDeps } from './deps.ts';
import { presentSchedule } from './present.ts';
import { countingSince, readScheduleInput } from './rules.ts';
import * as store from './store.ts';
import { findSchedule, insertSchedule, lockSchedule, updateSchedule } from './store.ts';

export function createScheduleRoute(deps: ScheduleDeps): Route {
  return route(createSchedule, async (call) => {
    const { tx, organizationId } = call;
    await lockOrganization(tx, organizationId);
    if ((await store.countSchedules(tx, organizationId)) >= SCHEDULES_MAX) {
      throw new ApiError('too-many-schedules', `An organization may have ${SCHEDULES_MAX} schedules: delete one.`);
    }
    const key = { organizationId, scheduleId: randomUUID() as ScheduleId };
    const now = deps.clock.now();
    const times = { now: new Date(now), since: countingSince(call.body, now) };
    await insertSchedule(tx, key, await readScheduleInput(deps, call, call.body), times);
    const row = await findSchedule(tx, key);
    if (!row) throw noSuchSchedule();
    call.audit({ target: { kind: 'schedule', id: key.scheduleId } });
    call.setEtag(row.revision);
    return presentSchedule(row, now);
  });
}

export function changeScheduleRoute(deps: ScheduleDeps): Route {
  return route(changeSchedule, async (call) => {
    const { tx, organizationId, params } = call;
    const key = { organizationId, scheduleId: params.scheduleId };
    const now = deps.clock.now();
    const before = await lockSchedule(tx, key);
    if (!before) throw noSuchSchedule();
    requireRevision(call.ifMatch, before.revision);
    await updateSchedule(tx, key, await readScheduleInput(deps, call, call.body), countingSince(call.body, now));
    const row = await lockSchedule(tx, key);
    if (!row) throw noSuchSchedule();
    const target = { kind: 'schedule', id: params.scheduleId };
    call.audit({ target, before: presentSchedule(before, now), after: call.body });
    call.setEtag(row.revision);
    return presentSchedule(row, now);
  });
}

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

export function noSuchSchedule(): ApiError {
  return new ApiError('not-found', 'Schedule not found.');
}

/** If-Match: the revision that the caller has seen. */
function requireRevision(ifMatch: string | undefined, revision: number): void {
  if (ifMatch !== undefined && ifMatch !== String(revision)) {
    throw new ApiError('revision-conflict', `Someone else changed the schedule. It is now at revision ${revision}.`);
  }
}
