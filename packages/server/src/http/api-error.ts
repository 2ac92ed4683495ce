import { ERROR_STATUS, type ErrorCode, type ErrorReply, type Fault } from '@berth/contract/errors';

/** An answer that is an error: thrown anywhere below a route, shaped once by the route's edge. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly faults: readonly Fault[] | undefined;
  /** Headers that belong to the answer, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;

  /** `message` is shown to people: it says what is wrong and, where it helps, what is allowed. */
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

  /** The body of the one error shape (spec chapter 8). */
  toReply(requestId: string): ErrorReply {
    const { status, code, message, faults } = this;
    return { error: { status, code, message, ...(faults && { faults: [...faults] }), requestId } };
  }
}
