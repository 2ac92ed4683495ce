import type { MachineId } from '@berth/contract/ids';

/** Which machines a group takes (contract api/rollouts.ts). */
export interface GroupWish {
  readonly name?: string;
  readonly percent?: number;
  readonly tag?: string;
}

export interface Candidate {
  readonly machineId: MachineId;
  readonly tags: readonly string[];
}

export interface PlannedGroup extends GroupWish {
  readonly machineIds: readonly MachineId[];
}

/** Assigns machines to groups in their order; the rest forms one more group. */
export function planGroups(machines: readonly Candidate[], wishes: readonly GroupWish[]): PlannedGroup[] {
  let left = machines;
  const groups = wishes.map((wish): PlannedGroup => {
    const fits = ({ tags }: Candidate) => wish.tag === undefined || tags.includes(wish.tag);
    const size = Math.ceil((machines.filter(fits).length * (wish.percent ?? 100)) / 100);
    const taken = new Set(left.filter(fits).slice(0, size));
    left = left.filter((machine) => !taken.has(machine));
    return { ...wish, machineIds: [...taken].map(({ machineId }) => machineId) };
  });
  return left.length === 0 ? groups : [...groups, { machineIds: left.map(({ machineId }) => machineId) }];
}
