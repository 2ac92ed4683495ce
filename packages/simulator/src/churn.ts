import { setTimeout as sleep } from 'node:timers/promises';
import type { VirtualMachine } from './virtual-machine.ts';

/** How long a machine stays offline, in milliseconds: the minimum, and the random part added to it. */
const AWAY_MS = { least: 500, more: 4_500 };

/** Disconnects random machines, `perMinute` of them, and brings each back. Stopping waits until all are back. */
export function startChurn(machines: readonly VirtualMachine[], perMinute: number): { stop(): Promise<void> } {
  const away = new Set<VirtualMachine>();
  const underWay = new Set<Promise<void>>();

  async function absence(machine: VirtualMachine): Promise<void> {
    away.add(machine);
    await machine.pause();
    await sleep(AWAY_MS.least + Math.random() * AWAY_MS.more);
    await machine.start();
    away.delete(machine);
  }

  const timer = setInterval(() => {
    const machine = machines[Math.floor(Math.random() * machines.length)];
    if (!machine || away.has(machine)) return;
    const gone = absence(machine).finally(() => underWay.delete(gone));
    underWay.add(gone);
  }, 60_000 / perMinute);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(underWay);
    },
  };
}
