import { changeMachineContext } from '@berth/contract/api/machines';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { notFound } from '../problems.ts';
import { maskContext, nextContext } from './rules.ts';
import { lockContext, saveContext } from './store.ts';

export function changeMachineContextRoute({ bus, sealer }: MachineDeps): Route {
  return route(changeMachineContext, async ({ params, body, tx, organizationId, afterCommit }) => {
    const key = { organizationId, machineId: params.id };
    const before = await lockContext(tx, key);
    if (!before) throw notFound();
    const context = nextContext(sealer, organizationId, before, body);
    await saveContext(tx, key, context);
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return maskContext(context);
  });
}
