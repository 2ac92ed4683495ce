import type { CommandHandler } from './handler.ts';

export const powerOff: CommandHandler<'power-off'> = async (_payload, { system }) => {
  await system.power.powerOff();
  return '';
};
