import { changeMachineContext } from '@berth/contract/api/machines';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { machineContext } from './rules.ts';
import { lockContext, saveContext } from './store.ts';

export function changeMachineContextRoute({ bus, sealer }: MachineDeps): Route {
  return route(changeMachineContext, async (call) => {
    const { params, body, ifMatch, tx, organizationId, afterCommit, audit } = call;
    const key = { organizationId, machineId: params.id };
    const before = await lockContext(tx, key);
    if (!before) throw notFound();
    if (ifMatch !== undefined && ifMatch !== String(before.revision)) {
      const message = `Somebody else changed the settings: they are at revision ${before.revision} now.`;
      throw new ApiError('revision-conflict', message);
    }
    const { document, faults } = machineContext.next(sealer, organizationId, before.document, body);
    if (faults.length > 0) throw new ApiError('invalid-profile', "The machine's settings are not valid.", faults);
    await saveContext(tx, key, document);
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    const after = machineContext.mask(document);
    audit({ before: machineContext.mask(before.document), after });
    call.setEtag(before.revision + 1);
    return after;
  });
}
