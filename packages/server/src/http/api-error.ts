import { ERROR_STATUS, type ErrorCode, type ErrorReply, type Fault } from '@berth/contract/errors';
import { inWords } from '@berth/contract/pattern-words';
import { sqlState } from '../db/transaction.ts';
import type { Logger } from '../platform/logger.ts';

/** An error reply: thrown anywhere below a route and formatted once, where the route ends. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: readonly Fault[] | undefined;
  /** Headers of the reply, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  /** `message` is shown to people: what is wrong and, if useful, what is allowed. */
  constructor(
    code: ErrorCode,
    message: string,
    faults?: readonly Fault[] | undefined,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.faults = faults;
    this.headers = headers;
  }

  /** The body of every error reply (spec chapter 8). */
  toReply(requestId: string): ErrorReply {
    const { status, code, message, faults } = this;
    return { error: { status, code, message, ...(faults && { faults: inWords(faults) }), requestId } };
  }
}

/** Fastify's own errors, by code. */
const REFUSED: Readonly<Record<string, () => ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError('body-too-large', 'The body is too large for this call.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ApiError('unsupported-media-type', 'The body must be application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('malformed-json', 'The body length does not match Content-Length.'),
  FST_ERR_BAD_URL: () => new ApiError('invalid-input', 'Malformed URL.'),
};

/** Temporary database errors: it is unavailable, its disk is full, or a table is locked for too long (57014). */
const AWAY_STATES = new Set(['57014', '57P01', '57P02', '57P03', '08000', '08003', '08006', '53100', '53300']);
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
const AWAY_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Maps any error to an ApiError. Details of unexpected errors are logged and hidden from the caller. */
export function toApiError(error: unknown, requestId: string, logger: Logger): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const refused = REFUSED[code]?.();
  if (refused) return refused;
  if (isAway(error, code)) {
    logger.warn({ err: error, requestId }, 'A dependency of this call is unavailable');
    return new ApiError('unavailable', 'Temporarily unavailable. Try again in a moment.', undefined, {
      'retry-after': '2',
    });
  }
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') {
    if (error.statusCode >= 400 && error.statusCode < 500) {
      return new ApiError('invalid-input', 'Malformed request.');
    }
  }
  logger.error({ err: error, requestId }, 'A call failed');
  return new ApiError('internal', 'Internal error. It has been logged.');
}

function isAway(error: unknown, code: string): boolean {
  const state = sqlState(error);
  if (state !== undefined && AWAY_STATES.has(state)) return true;
  if (error instanceof Error && AWAY_MESSAGES.test(error.message)) return true;
  return AWAY_CODES.has(code) && error instanceof Error && 'syscall' in error;
}
