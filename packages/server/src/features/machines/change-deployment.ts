import { changeDeployment } from '@berth/contract/api/machines';
import { isLicensed } from '@berth/contract/limits';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';
import { presentMachine } from './present.ts';
import * as store from './store.ts';

/** A registered machine has proven its key, so a product ID can be bound to it from afar. */
export function changeDeploymentRoute({ bus, clock, presence, claimVariant, refusedVariant }: MachineDeps): Route {
  return route(changeDeployment, async ({ params, body, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    const before = await store.findMachine(tx, key);
    if (!before) throw notFound();
    const deployment = await claimVariant(tx, params.id, body);
    // Whoever names nothing means the machine's own product ID.
    if (body.deployment === undefined && !isLicensed(deployment)) throw refusedVariant('product-id-required');
    await store.setDeployment(tx, key, deployment);
    const row = await store.findMachine(tx, key);
    if (!row) throw notFound();
    audit({ before: { deployment: before.deployment }, after: { deployment: row.deployment } });
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return presentMachine(row, presence.find(params.id), clock.now());
  });
}
