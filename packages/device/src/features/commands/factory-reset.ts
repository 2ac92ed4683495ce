import type { CommandHandler } from './handler.ts';

/** Time to send the result before the reset. */
const DELAY_MS = 500;

export const factoryReset: CommandHandler<'factory-reset'> = async (_payload, { onFactoryReset }) => {
  setTimeout(onFactoryReset, DELAY_MS);
  return '';
};
