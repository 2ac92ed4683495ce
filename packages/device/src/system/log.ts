import type { Logger } from 'pino';

/** What every part writes its diary to; handed in by the entry, silent in tests and simulations. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

const nothing = (): void => {};

/** A log that keeps nothing. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
