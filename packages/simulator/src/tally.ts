import type { AgentEvent } from '@berth/device/agent';
import type { VirtualMachine } from './virtual-machine.ts';

/** What the machines of a fleet did so far. */
export interface Tally {
  readonly count: (machine: VirtualMachine, event: AgentEvent) => void;
  /** Machines by the revision that they show. */
  applied(): Record<string, number>;
  /** Commands that were handed to them, all together. */
  readonly commands: number;
}

/** Counts what the machines of a fleet tell. */
export function createTally(): Tally {
  const shown = new Map<VirtualMachine, number>();
  let commands = 0;
  return {
    count(machine, event) {
      if (event.event === 'command') commands += 1;
      if (event.event === 'applied' && event.revision !== null) shown.set(machine, event.revision);
    },
    applied() {
      const counts: Record<string, number> = {};
      for (const revision of shown.values()) counts[revision] = (counts[revision] ?? 0) + 1;
      return counts;
    },
    get commands() {
      return commands;
    },
  };
}
