/** Why somebody is not logged in. */
export class LoginProblem extends Error {
  override readonly name = 'LoginProblem';
  readonly reason: 'failed' | 'timed-out' | 'unavailable' | 'not-allowed' | 'too-often';

  constructor(reason: LoginProblem['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
