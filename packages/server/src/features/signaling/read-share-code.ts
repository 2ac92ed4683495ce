import { readShareCode } from '@berth/contract/api/signaling';
import { asSystem } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { SignalingDeps } from './deps.ts';
import { createMisses } from './misses.ts';
import { CODE_USED, type CodeUsed } from './peers/topics.ts';
import { redeemCode } from './store.ts';

export function readShareCodeRoute({ db, bus, clock, signaling }: SignalingDeps): Route {
  const misses = createMisses(() => clock.now(), bus);
  return route(readShareCode, async ({ params, address }) => {
    misses.check(address);
    const found = await asSystem(db, (tx) => redeemCode(tx, params.otc));
    const server = Number(params.otc.charAt(0));
    const signalingUrl = signaling[server - 1];
    if (!found || signalingUrl === undefined) {
      misses.add(address);
      throw new ApiError('invalid-code', 'The code is not known, was used already, or is older than 10 minutes.');
    }
    const { machineId, machineName, peerId } = found;
    // So that the machine shows another one.
    bus.publish(CODE_USED, { server, peerId } satisfies CodeUsed);
    return { signaling: signalingUrl, peerId, machine: { id: machineId, name: machineName } };
  });
}
