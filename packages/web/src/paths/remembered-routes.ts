import { isRemembered } from './decide.ts';

/** Routes to return to after the provider's pages: stored in the tab, each for one use. */
const INTENDED = 'intendedRoute';
const SIGNED_OUT = 'signedOutRoute';
const TIMED_OUT = 'timedOut';

const LAST_ROUTE = 'lastRoute';

/** Remembers a path that requires a login first. The select page does not overwrite a deeper one. */
export function intendRoute(path: string): void {
  if (path !== '/manage/' || sessionStorage.getItem(INTENDED) === null) sessionStorage.setItem(INTENDED, path);
}

export function takeIntendedRoute(): string | undefined {
  return take(INTENDED);
}

/** Remembers the target of `/` for the provider's redirect after a logout. */
export function keepSignedOutRoute(path: string): void {
  sessionStorage.setItem(SIGNED_OUT, path);
}

export function takeSignedOutRoute(): string | undefined {
  return take(SIGNED_OUT);
}

/** Remembers a logout for inactivity; the next page says so. */
export function noteTimedOut(): void {
  sessionStorage.setItem(TIMED_OUT, 'true');
}

/** Whether the logout was for inactivity; true once. */
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

/** Stores a shown path as the last route, except those never remembered (spec chapter 2). */
export function rememberRoute(location: { pathname: string; search: string }): void {
  if (isRemembered(location.pathname)) localStorage.setItem(LAST_ROUTE, location.pathname + location.search);
}

/** The last remembered route, if it is on this site. */
export function lastRoute(): string | null {
  return sameSitePath(localStorage.getItem(LAST_ROUTE), globalThis.location.origin) ?? null;
}

/**
 * The address as a path of this site; undefined if it leads elsewhere. Prevents open redirects: redirectUrl and the
 * remembered route are input, and WHATWG URL treats `//host`, `/\host` and `https:host` as other sites.
 */
export function sameSitePath(address: string | null | undefined, origin: string): string | undefined {
  if (!address?.startsWith('/') || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
}
