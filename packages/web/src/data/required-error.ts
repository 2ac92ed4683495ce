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
