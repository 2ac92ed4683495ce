import { verifyMachineToken } from '@berth/contract/api/machines';
import { asSystem } from '../../db/transaction.ts';
import * as token from '../../gateway/token.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { invalidToken } from './errors.ts';
import { findHome } from './store-registration.ts';

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
