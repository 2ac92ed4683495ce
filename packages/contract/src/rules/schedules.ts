/** Scheduled commands: when their maintenance windows are open. */

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Minutes that a maintenance window lasts. */
export const WINDOW_MINUTES = { min: 5, max: 720, default: 60 } as const;

/**
 * What became of a machine in a run: it was given the command, or the command needs Pro and the machine has no license.
 * Machines that were not there while the window was open are counted as missed.
 */
export const RUN_OUTCOMES = ['given', 'unlicensed'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];
