import { registerMachine } from '@berth/contract/api/machines';
import { verifyMachineToken } from '../../gateway/token.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { invalidToken, noSuchProfile, notFound, registeredElsewhere } from './errors.ts';
import { requireMovable } from './policy.ts';
import { presentMachine } from './present.ts';
import { findMachine, holdProfile } from './store.ts';
import * as store from './store-registration.ts';

export function registerMachineRoute({ bus, clock, nonces, presence, claimVariant }: MachineDeps): Route {
  return route(registerMachine, async ({ params, body, caller, tx, organizationId, afterCommit }) => {
    const { id } = params;
    if (body.id !== id) {
      const faults = [{ path: '/id', rule: 'equal', message: 'must be the id in the address' }];
      throw new ApiError('invalid-input', 'The body speaks of another machine than the address.', faults);
    }
    const proven = await verifyMachineToken(body.machineToken, id, nonces);
    if (!proven) throw invalidToken();
    if (!(await holdProfile(tx, organizationId, body.profileId))) throw noSuchProfile();

    const from = requireMovable(await store.findPlace(tx, id), organizationId);
    const deployment = await claimVariant(tx, id, body);
    const registered = await store.registerMachine(tx, {
      machineId: id,
      publicKey: proven.publicKey,
      from,
      name: body.name?.normalize('NFC').trim() ?? null,
      deployment,
      profileId: body.profileId,
      author: caller.email,
    });
    if (!registered) throw registeredElsewhere();
    for (const place of from ? [from, organizationId] : [organizationId]) {
      const news: MachineChanged = { organizationId: place, machineId: id };
      afterCommit(() => bus.publish(MACHINE_CHANGED, news));
    }
    const row = await findMachine(tx, { organizationId, machineId: id });
    if (!row) throw notFound();
    return presentMachine(row, presence.find(id), clock.now());
  });
}
