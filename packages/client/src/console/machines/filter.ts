import type { MachineRuntime } from '@berth/contract/api/machines';
import { shortId } from '@berth/contract/rules/short-id';
import { type MachineState, stateOf } from './machine-state.ts';

export interface MachineFilter {
  /** Part of a name, a profile's name or the beginning of an id. */
  readonly text: string;
  readonly state: MachineState | undefined;
}

/** The machines that a filter leaves; a text is looked for without regard to case. */
export function filterMachines(
  machines: readonly MachineRuntime[],
  filter: MachineFilter,
  profileName: (machine: MachineRuntime) => string,
): readonly MachineRuntime[] {
  const text = filter.text.trim().toLocaleLowerCase();
  if (text === '' && filter.state === undefined) return machines;
  return machines.filter(
    (machine) =>
      (filter.state === undefined || stateOf(machine) === filter.state) &&
      (machine.name.toLocaleLowerCase().includes(text) ||
        machine.id.startsWith(text) ||
        shortId(machine.id).toLowerCase().startsWith(text) ||
        profileName(machine).toLocaleLowerCase().includes(text)),
  );
}

/** How many machines are in each state. */
export function countStates(machines: readonly MachineRuntime[]): ReadonlyMap<MachineState, number> {
  const counts = new Map<MachineState, number>();
  for (const machine of machines) counts.set(stateOf(machine), (counts.get(stateOf(machine)) ?? 0) + 1);
  return counts;
}
