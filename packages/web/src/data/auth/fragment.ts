/**
 * The provider's response in the URL fragment. Taken when the program starts, before anything is awaited: it must not
 * stay in the history, where another page or person could read it.
 */
let fragment = '';

export function takeFragment(): void {
  if (!location.pathname.startsWith('/access_token')) return;
  fragment = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
}

/** Returns the response once. */
export function answerOfProvider(): string {
  const answer = fragment;
  fragment = '';
  return answer;
}
