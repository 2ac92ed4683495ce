import { ERROR_STATUS, type ErrorCode, type ErrorReply, type Fault } from '@berth/contract/errors';

/** A call that the server refused, or (status 0) that never reached it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** One of the contract's codes; `offline` without an answer, `unknown` for what this client has not heard of. */
  readonly code: ErrorCode | 'offline' | 'unknown';
  /** The code as the server wrote it: a newer one may know more. Undefined where it was not the one error shape. */
  readonly serverCode: string | undefined;
  /** Every fault of the input by path, where the server lists them. */
  readonly faults: readonly Fault[];
  readonly requestId: string | undefined;

  constructor(facts: {
    status: number;
    code: ErrorCode | 'offline' | 'unknown';
    serverCode?: string | undefined;
    message: string;
    faults?: readonly Fault[] | undefined;
    requestId?: string | undefined;
  }) {
    super(facts.message);
    this.status = facts.status;
    this.code = facts.code;
    this.serverCode = facts.serverCode;
    this.faults = facts.faults ?? [];
    this.requestId = facts.requestId;
  }
}

/** Reads the one error shape; anything else (a proxy's page) keeps its status and its text. */
export async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const reply = parse(text);
  if (!reply) return new ApiError({ status: response.status, code: 'unknown', message: text.slice(0, 500) });
  const { code, ...rest } = reply.error;
  return new ApiError({ ...rest, code: isErrorCode(code) ? code : 'unknown', serverCode: code });
}

function parse(text: string): ErrorReply | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isErrorReply(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErrorReply(value: unknown): value is ErrorReply {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  const { error } = value;
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error && 'status' in error;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code);
}

/** A call without one of its path parameters (spec chapter 5): a fault in the program, named so that it is found. */
export class RequiredError extends Error {
  override readonly name = 'RequiredError';
  /** The parameter that is missing. */
  readonly field: string;

  constructor(field: string, endpoint: string) {
    super(`Required parameter ${field} is missing when calling ${endpoint}`);
    this.field = field;
  }
}

/**
 * A call that needs a signed-in person while nobody is: logged as a bug, sent nowhere and answered by nothing (spec
 * chapter 7). The error translator has no text for it, because the page is on its way to the sign-in.
 */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';

  constructor(endpoint: string) {
    super(`Call of ${endpoint} without authentication`);
    console.error(`Bug: ${this.message}`);
  }
}
