/** Machine commands: their states and which may run when (design, "machine commands"). */

export const COMMAND_STATES = ['queued', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** From each state, the states a command may go to. A final state leads nowhere, so no command runs twice. */
export const COMMAND_TRANSITIONS: Record<CommandState, readonly CommandState[]> = {
  queued: ['delivered', 'expired', 'cancelled'],
  delivered: ['succeeded', 'failed', 'expired'],
  succeeded: [],
  failed: [],
  expired: [],
  cancelled: [],
};

export const COMMAND_TYPES = [
  'notify',
  'reboot',
  'power-off',
  'trigger-update',
  'shell',
  'factory-reset',
  'remote',
  'upload-debug-file',
] as const;
export type CommandType = (typeof COMMAND_TYPES)[number];

/** Commands that need Pro on machines without a license of their own (spec chapter 6). */
export const PRO_COMMANDS: ReadonlySet<CommandType> = new Set<CommandType>(['reboot', 'power-off', 'remote']);

/** Commands that would surprise a person when they come late: only ever given to a machine that is online now. */
export const NEVER_LATE: ReadonlySet<CommandType> = new Set<CommandType>([
  'reboot',
  'power-off',
  'factory-reset',
  'shell',
  'remote',
]);
