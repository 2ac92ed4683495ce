import { readShareCode } from '@berth/contract/api/signalling';
import { asSystem } from '../../db/transaction.ts';
import { Problem } from '../../http/problem.ts';
import { type Route, route } from '../../http/route.ts';
import type { SignallingDeps } from './deps.ts';
import { createMisses } from './misses.ts';
import { CODE_USED, type CodeUsed } from './peers/topics.ts';
import { useCode } from './store.ts';

export function readShareCodeRoute({ db, bus, clock, signalling }: SignallingDeps): Route {
  const misses = createMisses(() => clock.now(), bus);
  return route(readShareCode, async ({ params, address }) => {
    misses.check(address);
    const found = await asSystem(db, (tx) => useCode(tx, params.otc));
    const server = Number(params.otc.charAt(0));
    const signallingUrl = signalling[server - 1];
    if (!found || signallingUrl === undefined) {
      misses.add(address);
      throw new Problem('invalid-code', 'The code is not known, was used already, or is older than 10 minutes.');
    }
    const { machineId, machineName, peerId } = found;
    // So that the machine shows another one.
    bus.publish(CODE_USED, { server, peerId } satisfies CodeUsed);
    return { signalling: signallingUrl, peerId, machine: { id: machineId, name: machineName } };
  });
}
