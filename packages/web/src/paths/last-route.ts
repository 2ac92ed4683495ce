import { isRemembered } from './decide.ts';
import { sameSitePath } from './same-site.ts';

const STORAGE_KEY = 'lastRoute';

/** Keeps an address that was shown as the last route, unless it is one that is never remembered (spec chapter 2). */
export function rememberRoute(location: { pathname: string; search: string }): void {
  if (isRemembered(location.pathname)) localStorage.setItem(STORAGE_KEY, location.pathname + location.search);
}

/** The last remembered route, if it is one of this site. */
export function lastRoute(): string | null {
  return sameSitePath(localStorage.getItem(STORAGE_KEY), globalThis.location.origin) ?? null;
}
