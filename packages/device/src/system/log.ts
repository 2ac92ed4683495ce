import type { Logger } from 'pino';

/** The logger for all modules, passed in by the entry point; silent in tests and simulations. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

const nothing = (): void => {};

/** A log that keeps nothing. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
