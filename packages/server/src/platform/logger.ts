import { type DestinationStream, type Logger, pino } from 'pino';
import type { ErrorReporter } from './reporting/sentry.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Structured logs, one JSON object a line, on standard error: standard output is for people.
 * What looks like a credential never reaches a log. Errors go to the reporter as well, where there is one; those that
 * `isKnown` says were told once already go nowhere.
 */
export function createLogger(
  level: LogLevel,
  // Written at once: a line still on its way when the process exits would be written twice or out of order.
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

/** Name, message, code and stack: an error's other properties may be whole connections, with what passed through them. */
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
