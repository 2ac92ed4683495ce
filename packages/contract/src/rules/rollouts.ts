/** Staged rollouts: their states, and when a group is complete (modeled on Eclipse hawkBit). */
import type { RolloutId } from '../ids.ts';

/** running and paused: in progress; finished: all machines have the new revision; returned: rolled back. */
export const ROLLOUT_STATES = ['running', 'paused', 'finished', 'returned'] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

export const ROLLOUT_REASONS = ['errors', 'silence', 'cancelled'] as const;
export type RolloutReason = (typeof ROLLOUT_REASONS)[number];

/** A rollout that was rolled back because of its machines. */
export interface RolledBack {
  readonly rolloutId: RolloutId;
  /** The name of the profile or layer. */
  readonly name: string;
  /** The revision that machines did not keep. */
  readonly revision: number;
  readonly reason: Exclude<RolloutReason, 'cancelled'>;
  readonly finishedAt: string;
}

export const GROUP_STATES = ['waiting', 'running', 'finished', 'failed'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

/**
 * waiting: its group has not started; told: it should apply the revision; shown: it reported the revision, and has to stay
 * connected for a while; succeeded, failed (it reported an error) and silent (unreachable since it was told) are final.
 * Ordered from done to not started, as in progress bars and their legends.
 */
export const ROLLOUT_MACHINE_STATES = ['succeeded', 'shown', 'told', 'waiting', 'silent', 'failed'] as const;
export type RolloutMachineState = (typeof ROLLOUT_MACHINE_STATES)[number];

/** Defaults, in percent and seconds. */
export const ROLLOUT_DEFAULTS = {
  successThreshold: 80,
  errorThreshold: 20,
  silentAfterSeconds: 600,
  soakSeconds: 60,
} as const;

export type RolloutVerdict = 'wait' | 'next' | 'errors' | 'silence';

/**
 * The result of a running group. Thresholds are percentages of all its machines, including offline ones: a few machines
 * do not start the next group. An empty group is complete at once.
 */
export function rolloutVerdict(
  machines: Readonly<Record<RolloutMachineState, number>>,
  thresholds: { readonly successThreshold: number; readonly errorThreshold: number },
): RolloutVerdict {
  const total = Object.values(machines).reduce((sum, count) => sum + count, 0);
  const bad = machines.failed + machines.silent;
  if (bad > 0 && bad * 100 >= thresholds.errorThreshold * total) {
    return machines.failed >= machines.silent ? 'errors' : 'silence';
  }
  return machines.succeeded * 100 >= thresholds.successThreshold * total ? 'next' : 'wait';
}
