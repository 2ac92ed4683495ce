import { removeMachine } from '@berth/contract/api/machine-actions';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';
import * as store from './store.ts';

export function removeMachineRoute({ bus }: MachineDeps): Route {
  return route(removeMachine, async ({ params, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    const row = await store.findMachine(tx, key);
    if (!row) throw notFound();
    await store.deleteMachine(tx, key);
    audit({ before: { name: row.name, profileId: row.profile_id, deployment: row.deployment } });
    // The gateway asks where it belongs, and tells it that it was taken out.
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return null;
  });
}
