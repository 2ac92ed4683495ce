import type { Rollout } from '@berth/contract/api/rollouts';
import {
  type GroupState,
  ROLLOUT_MACHINE_STATES,
  type RolloutMachineState,
  type RolloutState,
} from '@berth/contract/rules/rollouts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import type { Tone } from '../../ui/status.tsx';

export type Group = Rollout['groups'][number];

export const STATE_TONES: Record<RolloutState, Tone> = {
  running: 'info',
  paused: 'warn',
  finished: 'good',
  returned: 'bad',
};

export const GROUP_TONES: Record<GroupState, Tone> = {
  waiting: 'neutral',
  running: 'info',
  finished: 'good',
  failed: 'bad',
};

/** The name of a group, or else its machines. */
export function groupName({ name, percent, tag }: Group, { t }: Texts): string {
  return name === '' ? groupWish({ percent, tag }, t) : name;
}

/** The machines of a group. */
export function groupWish({ percent, tag }: Pick<Group, 'percent' | 'tag'>, t: Texts['t']): string {
  if (percent === null && tag === null) return t('rollouts.group.rest');
  if (tag === null) return t('rollouts.group.percent', { percent: percent ?? 100 });
  return percent === null || percent === 100
    ? t('rollouts.group.tag', { tag })
    : t('rollouts.group.percentOfTag', { percent, tag });
}

export function sizeOf({ machines }: Pick<Group, 'machines'>): number {
  return Object.values(machines).reduce((sum, count) => sum + count, 0);
}

/** The number of machines in a state, over all groups. */
export function countIn({ groups }: Rollout, ...states: readonly RolloutMachineState[]): number {
  return groups.reduce((sum, { machines }) => sum + states.reduce((all, state) => all + machines[state], 0), 0);
}

/** The states of a group's machines with their counts. */
export function countsText({ machines }: Pick<Group, 'machines'>, { t }: Texts): string {
  const parts = ROLLOUT_MACHINE_STATES.filter((state) => machines[state] > 0);
  if (parts.length === 0) return t('rollouts.group.none');
  return parts.map((state) => t(`rollouts.count.${state}`, { count: machines[state] })).join(' · ');
}

/** The machines of all groups by state. */
export function totalsOf(rollout: Rollout): Group['machines'] {
  const counts = ROLLOUT_MACHINE_STATES.map((state) => [state, countIn(rollout, state)] as const);
  return Object.fromEntries(counts) as Group['machines'];
}
