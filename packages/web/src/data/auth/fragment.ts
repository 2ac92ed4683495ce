/**
 * The provider's answer in the address's fragment. Taken when the program starts, before anything is awaited: it must
 * not stay in the history, where another page or a person could read it.
 */
let fragment = '';

export function takeFragment(): void {
  if (!location.pathname.startsWith('/access_token')) return;
  fragment = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
}

/** The answer, once. */
export function answerOfProvider(): string {
  const answer = fragment;
  fragment = '';
  return answer;
}
