import { sameSitePath } from './same-site.ts';

/** Where a person wanted to go before the way led through the provider; kept in the tab, each good for one use. */
const INTENDED = 'intendedRoute';
const SIGNED_OUT = 'signedOutRoute';
const TIMED_OUT = 'timedOut';

/** Remembers an address that needs a sign-in first. The select page does not overwrite a deeper one. */
export function intendRoute(path: string): void {
  if (path !== '/manage/' || sessionStorage.getItem(INTENDED) === null) sessionStorage.setItem(INTENDED, path);
}

export function takeIntendedRoute(): string | undefined {
  return take(INTENDED);
}

/** Remembers where `/` leads when the provider sends the browser back after a sign-out. */
export function keepSignedOutRoute(path: string): void {
  sessionStorage.setItem(SIGNED_OUT, path);
}

export function takeSignedOutRoute(): string | undefined {
  return take(SIGNED_OUT);
}

/** Remembers that nobody was there for too long, to be told when the browser is back from the sign-out. */
export function noteTimedOut(): void {
  sessionStorage.setItem(TIMED_OUT, 'true');
}

/** Whether that is still to be told; once. */
export function takeTimedOut(): boolean {
  const timedOut = sessionStorage.getItem(TIMED_OUT) !== null;
  sessionStorage.removeItem(TIMED_OUT);
  return timedOut;
}

function take(key: string): string | undefined {
  const path = sameSitePath(sessionStorage.getItem(key), location.origin);
  sessionStorage.removeItem(key);
  return path;
}
