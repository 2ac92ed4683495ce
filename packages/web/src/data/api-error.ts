import { ERROR_STATUS, type ErrorCode, type ErrorReply, type Fault } from '@berth/contract/errors';

/** A call that the server refused, or (status 0) that did not reach it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** One of the contract's codes; `offline` without a reply, `unknown` for codes that this client does not know. */
  readonly code: ErrorCode | 'offline' | 'unknown';
  /**
   * The code as sent by the server, which may be newer. Undefined if the reply was not in the standard error format.
   */
  readonly serverCode: string | undefined;
  /** All input faults with their paths, if the server lists them. */
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

/** Parses the standard error format; other replies (a proxy's page) keep their status and text. */
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

/** A call without a required path parameter (spec chapter 5): a programming error. */
export class RequiredError extends Error {
  override readonly name = 'RequiredError';
  /** The missing parameter. */
  readonly field: string;

  constructor(field: string, endpoint: string) {
    super(`Required parameter ${field} is missing when calling ${endpoint}`);
    this.field = field;
  }
}

/**
 * A call that requires a login while no one is logged in: logged as a bug and not sent (spec chapter 7). The error
 * translator has no text for it, because the page is being redirected to the login.
 */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';

  constructor(endpoint: string) {
    super(`Call of ${endpoint} without authentication`);
    console.error(`Bug: ${this.message}`);
  }
}
