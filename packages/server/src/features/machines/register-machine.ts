import { challengeMachine, registerMachine, verifyMachineToken } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { MACHINE_NONCE_TTL_MS } from '@berth/contract/limits';
import { type Role, roleMay } from '@berth/contract/rules/permissions';
import { cleanName } from '@berth/contract/rules/text';
import { asSystem } from '../../db/transaction.ts';
import * as token from '../../gateway/token.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { invalidToken, noSuchProfile, notFound, registeredElsewhere } from './errors.ts';
import { presentMachine } from './present.ts';
import { findMachine, holdProfile } from './store.ts';
import * as store from './store-registration.ts';
import { findHome } from './store-registration.ts';

export function registerMachineRoute({ bus, clock, nonces, presence, claimVariant }: MachineDeps): Route {
  return route(registerMachine, async ({ params, body, caller, tx, organizationId, afterCommit }) => {
    const { id } = params;
    if (body.id !== id) {
      const faults = [{ path: '/id', rule: 'equal', message: 'must match the ID in the URL' }];
      throw new ApiError('invalid-input', 'The machine ID in the body does not match the URL.', faults);
    }
    const proven = await token.verifyMachineToken(body.machineToken, id, nonces);
    if (!proven) throw invalidToken();
    if (!(await holdProfile(tx, organizationId, body.profileId))) throw noSuchProfile();

    const from = requireMovable(await store.findPlace(tx, id), organizationId);
    const deployment = await claimVariant(tx, id, body);
    const registered = await store.registerMachine(tx, {
      machineId: id,
      publicKey: proven.publicKey,
      from,
      name: body.name === undefined ? null : cleanName(body.name),
      deployment,
      profileId: body.profileId,
      author: caller.email,
    });
    if (!registered) throw registeredElsewhere();
    for (const place of from ? [from, organizationId] : [organizationId]) {
      const event: MachineChanged = { organizationId: place, machineId: id };
      afterCommit(() => bus.publish(MACHINE_CHANGED, event));
    }
    const row = await findMachine(tx, { organizationId, machineId: id });
    if (!row) throw notFound();
    return presentMachine(row, presence.find(id), clock.now());
  });
}

export function challengeMachineRoute({ nonces }: MachineDeps): Route {
  return route(challengeMachine, ({ params }) => ({
    nonce: nonces.issue(params.id),
    expiresInSeconds: MACHINE_NONCE_TTL_MS / 1_000,
  }));
}

export function verifyMachineTokenRoute({ db, nonces }: MachineDeps): Route {
  return route(verifyMachineToken, async ({ params, body }) => {
    const { id } = params;
    const proven = await token.verifyMachineToken(body.machineToken, id, nonces);
    if (!proven) throw invalidToken();
    const home = await asSystem(db, (tx) => findHome(tx, id));
    return {
      valid: true,
      registered: home !== undefined,
      organizationId: home?.organizationId ?? null,
      profileId: home?.profileId ?? null,
    };
  });
}

/**
 * A machine can always register again within its organization. Moving it from another organization requires the
 * permission to register machines there too.
 */
function requireMovable(
  place: { readonly organizationId: OrganizationId; readonly role: Role | null } | undefined,
  to: OrganizationId,
): OrganizationId | null {
  if (!place || place.organizationId === to) return null;
  if (place.role === null || !roleMay(place.role, 'machine.register')) throw registeredElsewhere();
  return place.organizationId;
}
