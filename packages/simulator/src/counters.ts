import type { AgentEvent } from '@berth/device/agent';
import type { VirtualMachine } from './virtual-machine.ts';

/** Counts of what the fleet's machines did. */
export interface Counters {
  readonly count: (machine: VirtualMachine, event: AgentEvent) => void;
  /** Number of machines per applied revision. */
  applied(): Record<string, number>;
  /** Total number of commands received. */
  readonly commands: number;
}

/** Counts the events of a fleet's machines. */
export function createCounters(): Counters {
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
