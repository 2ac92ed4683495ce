/** A reason not to start that a person can act on: shown as it is, without a stack, and the process ends with code 1. */
export class StartError extends Error {
  readonly advice: string;

  /** `message` says what is wrong, `advice` what to do about it; both are whole sentences. */
  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.advice = advice;
  }
}
