/** An error at start that the operator can fix: printed without a stack, and the process exits with code 1. */
export class StartError extends Error {
  readonly advice: string;

  /** `message` says what is wrong, `advice` how to fix it; both are full sentences. */
  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.advice = advice;
  }
}
