import { createShareCode, ONE_TIME_CODE_MS } from '@berth/contract/api/signaling';
import { asSystem } from '../../db/transaction.ts';
import { verifyMachineToken } from '../../gateway/token.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { SignalingDeps } from './deps.ts';
import { publishCode } from './store.ts';

export function createShareCodeRoute({ db, clock, nonces }: SignalingDeps): Route {
  return route(createShareCode, async ({ params, body }) => {
    const { otc, mid: machineId } = params;
    const proven = await verifyMachineToken(body.machineToken, machineId, nonces);
    if (!proven) throw new ApiError('invalid-machine-token', 'The machine did not prove its key.');
    const outcome = await asSystem(db, (tx) => publishCode(tx, otc, { machineId, peerId: body.peerId }));
    if (outcome === 'unknown') throw new ApiError('not-found', 'The machine is not registered.');
    if (outcome === 'taken') throw new ApiError('share-code-taken', 'The code is in use: make another.');
    return { expiresAt: new Date(clock.now() + ONE_TIME_CODE_MS).toISOString() };
  });
}
