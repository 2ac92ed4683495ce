/** Staged rollouts: their states and when a group is through (after Eclipse hawkBit's rollouts). */

/** running and paused: under way; finished: all machines show the new revision; returned: all show the one before. */
export const ROLLOUT_STATES = ['running', 'paused', 'finished', 'returned'] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

export const ROLLOUT_REASONS = ['errors', 'silence', 'cancelled'] as const;
export type RolloutReason = (typeof ROLLOUT_REASONS)[number];

export const GROUP_STATES = ['waiting', 'running', 'finished', 'failed'] as const;
export type GroupState = (typeof GROUP_STATES)[number];

/**
 * waiting: its group has not begun; told: it should show the revision; shown: it says so, and has to stay in reach for a
 * while; succeeded, failed (it reported an error) and silent (out of reach since it was told) are final. From what is
 * done to what has not begun: the order of a bar, and of the words under it.
 */
export const ROLLOUT_MACHINE_STATES = ['succeeded', 'shown', 'told', 'waiting', 'silent', 'failed'] as const;
export type RolloutMachineState = (typeof ROLLOUT_MACHINE_STATES)[number];

/** Percent, and seconds, where nothing else is asked for. */
export const ROLLOUT_DEFAULTS = {
  successThreshold: 80,
  errorThreshold: 20,
  silentAfterSeconds: 600,
  soakSeconds: 60,
} as const;

export type RolloutVerdict = 'wait' | 'next' | 'errors' | 'silence';

/**
 * What a running group's machines say about it. Thresholds are percent of all its machines, those included that are
 * switched off: the next group does not begin on the word of a few. An empty group is through at once.
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
