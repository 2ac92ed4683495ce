import type { BodyOf } from '@berth/contract/api/endpoint';
import type { startRollout } from '@berth/contract/api/rollouts';
import { ROLLOUT_DEFAULTS } from '@berth/contract/rules/rollouts';

type Body = BodyOf<typeof startRollout>;
/** The user's settings of a rollout; its content is known before. */
export type WantedRollout = Omit<Body, 'definition' | 'name'>;

export interface GroupDraft {
  /** Identifies groups while they are moved and removed. */
  readonly key: number;
  readonly name: string;
  readonly percent: number;
  /** Empty for machines with any tags. */
  readonly tag: string;
}

export interface RolloutDraft {
  readonly groups: readonly GroupDraft[];
  readonly successThreshold: number;
  readonly errorThreshold: number;
  readonly silentAfterSeconds: number;
  readonly soakSeconds: number;
  readonly note: string;
}

/** A tenth of the machines, then a third, then the rest. */
export const FIRST_DRAFT: RolloutDraft = {
  ...ROLLOUT_DEFAULTS,
  groups: [
    { key: 1, name: '', percent: 10, tag: '' },
    { key: 2, name: '', percent: 30, tag: '' },
  ],
  note: '',
};

/** Appends a group. */
export function withGroup(draft: RolloutDraft): RolloutDraft {
  const key = Math.max(0, ...draft.groups.map((group) => group.key)) + 1;
  return { ...draft, groups: [...draft.groups, { key, name: '', percent: 50, tag: '' }] };
}

export function isPercent(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 100;
}

/** Whether the server would accept it. */
export function isComplete({ groups, successThreshold, errorThreshold }: RolloutDraft): boolean {
  const percents = [...groups.map(({ percent }) => percent), successThreshold, errorThreshold];
  return groups.length > 0 && percents.every(isPercent);
}

export function wantedOf({ groups, note, ...rules }: RolloutDraft): WantedRollout {
  return {
    ...rules,
    groups: groups.map(({ name, percent, tag }) => ({
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      percent,
      ...(tag === '' ? {} : { tag }),
    })),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
}
