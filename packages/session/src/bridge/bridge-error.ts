/**
 * A call that the agent refused (its code), that it did not answer in time (`timeout`) or that never reached it
 * (`unreachable`).
 */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
