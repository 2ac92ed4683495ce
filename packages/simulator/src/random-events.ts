import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.ts';
import type { VirtualMachine } from './virtual-machine.ts';

const EVERY_MS = 15_000;
const OUTAGE_MS = 45_000;
/** Maximum share of the fleet: most machines are online. */
const OFFLINE_SHARE = 0.2;

/**
 * Simulates everyday events: a machine reboots, loses the internet for a while, or installs something that needs a
 * reboot; a machine that waited long enough reboots.
 */
export function startRandomEvents(
  fleet: Pick<Fleet, 'machines'>,
  options: { readonly everyMs?: number; readonly random?: () => number } = {},
): { stop(): void } {
  const { everyMs = EVERY_MS, random = Math.random } = options;
  const offline = new Map<VirtualMachine, NodeJS.Timeout>();

  const cutInternet = (machine: VirtualMachine) => {
    const { knobs } = machine;
    if (!knobs || offline.size >= fleet.machines.length * OFFLINE_SHARE) return;
    knobs.internet = 'error';
    const over = setTimeout(() => {
      knobs.internet = 'ok';
      offline.delete(machine);
    }, OUTAGE_MS);
    offline.set(machine, over);
  };
  const live = () => {
    const machine = fleet.machines[Math.floor(random() * fleet.machines.length)];
    if (!machine?.knobs || offline.has(machine)) return;
    const chance = random();
    if (machine.knobs.rebootNeeded || chance < 0.3) machine.reboot();
    else if (chance < 0.6) cutInternet(machine);
    else machine.knobs.rebootNeeded = true;
  };
  const timer = setInterval(live, everyMs);
  return {
    stop() {
      clearInterval(timer);
      for (const over of offline.values()) clearTimeout(over);
    },
  };
}

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
