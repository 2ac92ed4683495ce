import { assignProfile } from '@berth/contract/api/machines';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { noSuchProfile, notFound } from './errors.ts';
import { presentMachine } from './present.ts';
import * as store from './store.ts';

export function assignProfileRoute({ bus, clock, presence }: MachineDeps): Route {
  return route(assignProfile, async ({ params, body, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    if (!(await store.holdProfile(tx, organizationId, body.profileId))) throw noSuchProfile();
    const before = await store.findMachine(tx, key);
    await store.assignProfile(tx, key, body.profileId);
    const row = await store.findMachine(tx, key);
    if (!row) throw notFound();
    audit({ before: { profileId: before?.profile_id }, after: { profileId: row.profile_id } });
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return presentMachine(row, presence.find(params.id), clock.now());
  });
}
