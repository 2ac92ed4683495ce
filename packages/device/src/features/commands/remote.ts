import type { CommandHandler } from './handler.ts';

export const remote: CommandHandler<'remote'> = async (payload, { startRemote }) => startRemote(payload);
