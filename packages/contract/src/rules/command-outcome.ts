import type { CommandState, CommandType } from './commands.ts';

/** How a command went, as people are told: a message on a screen has not succeeded yet, it is delivered, and then read. */
export type CommandOutcome = CommandState | 'read';

export function outcomeOf(command: {
  readonly type: CommandType;
  readonly state: CommandState;
  readonly readAt: string | null;
}): CommandOutcome {
  const { type, state, readAt } = command;
  if (type !== 'notify') return state;
  if (readAt !== null) return 'read';
  return state === 'succeeded' ? 'delivered' : state;
}
