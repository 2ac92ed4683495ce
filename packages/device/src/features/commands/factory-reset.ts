import type { CommandHandler } from './handler.ts';

/** Lets the result go out before everything ends. */
const DELAY_MS = 500;

export const factoryReset: CommandHandler<'factory-reset'> = async (_payload, { onFactoryReset }) => {
  setTimeout(onFactoryReset, DELAY_MS);
  return '';
};
