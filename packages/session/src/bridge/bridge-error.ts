/** A call that the agent refused (its code), did not answer in time (`timeout`) or never received (`unreachable`). */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
