import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Structured logs, one JSON object a line, on standard error: standard output is for people.
 * What looks like a credential never reaches a log.
 */
export function createLogger(level: LogLevel, destination: DestinationStream = pino.destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: [
        '*.password',
        '*.token',
        '*.authorization',
        '*.cookie',
        'req.headers.authorization',
        'req.headers.cookie',
      ],
    },
    destination,
  );
}
