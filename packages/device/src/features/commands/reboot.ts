import type { CommandHandler } from './handler.ts';

export const reboot: CommandHandler<'reboot'> = async (_payload, { system }) => {
  await system.power.reboot();
  return '';
};
