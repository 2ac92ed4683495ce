/** Why somebody is not logged in. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  readonly reason: 'failed' | 'timed-out' | 'unavailable' | 'not-allowed' | 'too-often';

  constructor(reason: LoginError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
