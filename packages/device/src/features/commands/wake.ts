import type { CommandHandler } from './handler.ts';

/** The machine is awake: it received the command. */
export const wake: CommandHandler<'wake'> = async () => '';
