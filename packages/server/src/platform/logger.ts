import { type DestinationStream, type Logger, pino } from 'pino';
import type { ErrorReporter } from './reporting/sentry.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Structured logs on standard error, one JSON object per line; standard output is for people. Credentials are redacted.
 * Errors also go to the reporter, if any, except those that `isKnown` says were logged already.
 */
export function createLogger(
  level: LogLevel,
  // Synchronous: a buffered line could be written twice or out of order when the process exits.
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
  reporter?: ErrorReporter,
  isKnown: (error: Error) => boolean = () => false,
): Logger {
  return pino(
    {
      hooks: {
        logMethod(args, method, number) {
          const [what, message] = args;
          if (number >= WARN && hasError(what) && isKnown(what.err)) return;
          if (number >= ERROR && hasError(what)) reporter?.report(what.err, String(message ?? ''));
          method.apply(this, args);
        },
      },
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.password', '*.token', '*.authorization', '*.cookie'],
      serializers: { err: describeError },
    },
    destination,
  );
}

const WARN = 40;
const ERROR = 50;

function hasError(what: unknown): what is { readonly err: Error } {
  return typeof what === 'object' && what !== null && 'err' in what && what.err instanceof Error;
}

/** Name, message, code and stack. Other properties of errors may contain whole connections with their data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    ...('constraint' in error ? { constraint: error.constraint } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
