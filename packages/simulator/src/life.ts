import type { Fleet } from './fleet.ts';
import type { VirtualMachine } from './virtual-machine.ts';

const EVERY_MS = 15_000;
const OUTAGE_MS = 45_000;
/** Of the fleet, at most: most machines are well. */
const OFFLINE_SHARE = 0.2;

/**
 * Lets a fleet live as machines that people use do: one restarts, one loses its way to the internet for a while, one
 * installed something and waits for a restart, and whatever waited long enough restarts.
 */
export function startLife(
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
