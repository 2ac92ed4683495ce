import { renameMachine } from '@berth/contract/api/machines';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';
import { presentMachine } from './present.ts';
import * as store from './store.ts';

export function renameMachineRoute({ bus, clock, presence }: MachineDeps): Route {
  return route(renameMachine, async ({ params, body, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    const before = await store.findMachine(tx, key);
    await store.renameMachine(tx, key, body.name.normalize('NFC').trim());
    const row = await store.findMachine(tx, key);
    if (!row) throw notFound();
    audit({ before: { name: before?.name }, after: { name: row.name } });
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return presentMachine(row, presence.find(params.id), clock.now());
  });
}
