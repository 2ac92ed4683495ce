import { ERROR_STATUS, type ErrorCode, type ErrorReply, type Fault } from '@berth/contract/errors';

/** Why the bridge does not do what it was asked. */
export class BridgeError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];

  constructor(code: ErrorCode, message: string, faults: readonly Fault[] = []) {
    super(message);
    this.code = code;
    this.faults = faults;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** The one error shape. */
  reply(): ErrorReply {
    const { code, status, message, faults } = this;
    return { error: { status, code, message, ...(faults.length > 0 ? { faults: [...faults] } : {}) } };
  }
}
