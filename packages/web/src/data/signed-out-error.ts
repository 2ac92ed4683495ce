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
