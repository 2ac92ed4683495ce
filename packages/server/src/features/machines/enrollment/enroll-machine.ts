import { enrollMachine } from '@berth/contract/api/enrollment';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { verifyMachineToken } from '../../../gateway/token.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { hashCode } from '../../../platform/random-code.ts';
import type { MachineDeps } from '../deps.ts';
import { invalidToken, registeredElsewhere } from '../errors.ts';
import * as store from './store.ts';

export function enrollMachineRoute({ db, bus, nonces, recordWork, refusedVariant }: MachineDeps): Route {
  return route(enrollMachine, async ({ params, body }) => {
    const { id } = params;
    const proven = await verifyMachineToken(body.machineToken, id, nonces);
    if (!proven) throw invalidToken();
    const machine = { id, publicKey: proven.publicKey, name: body.name?.normalize('NFC').trim() ?? null };
    const productHash = body.productId === undefined ? null : hashCode(body.productId);
    const enrolled = await asSystem(db, async (tx) => {
      const found = await store.enrollMachine(tx, machine, hashCode(body.code), productHash);
      if (!found) throw new ApiError('invalid-code', 'The code is not known, used up, or no longer valid.');
      if (found.refused) throw refusedVariant(found.refused);
      if (!found.registered) throw registeredElsewhere();
      return found;
    });
    const { organizationId, profileId, codeId } = enrolled;
    await inTenant(db, { organizationId }, (tx) =>
      recordWork(tx, organizationId, {
        action: enrollMachine.id,
        actor: { kind: 'machine', name: id },
        target: { kind: 'machine', id },
        after: { profileId, codeId },
      }),
    );
    bus.publish(MACHINE_CHANGED, { organizationId, machineId: id } satisfies MachineChanged);
    return { organizationId, profileId };
  });
}
