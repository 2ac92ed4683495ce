import { API_BASE_PATH } from '@berth/contract/api/endpoint';

const DEMO_KEY = 'demo_api_base';
const DEMO_RESTARTED_KEY = 'demo_restarted';
const DEMO_ENDS_KEY = 'demo_ends_at';

let base = API_BASE_PATH;

/** Sets the API base: the console gets it from /config.json, the session from its bridge. */
export function setApiBase(apiBase: string): void {
  base = apiBase.replace(/\/+$/, '');
}

/** URL of a path below the API base, or at the service root. */
export function apiAddress(path: string, root: boolean, from = base): string {
  return (root ? from.slice(0, -API_BASE_PATH.length) : from) + path;
}

/** The API base of the demo in this tab; null outside the demo. */
export function demoApiBase(): string | null {
  return sessionStorage.getItem(DEMO_KEY);
}

/** Stores the demo's API base across reloads, and when the demo starts again; null leaves the demo. */
export function rememberDemo(demo: { readonly apiBase: string; readonly expiresAt: string } | null): void {
  keep(DEMO_KEY, demo?.apiBase);
  keep(DEMO_ENDS_KEY, demo?.expiresAt);
}

/** When this tab's demo starts again from the beginning; null outside the demo. */
export function demoEndsAt(): string | null {
  return sessionStorage.getItem(DEMO_ENDS_KEY);
}

/** Whether this tab's demo was replaced by a new one. */
export function hasDemoRestarted(): boolean {
  return sessionStorage.getItem(DEMO_RESTARTED_KEY) !== null;
}

export function rememberRestart(restarted: boolean): void {
  keep(DEMO_RESTARTED_KEY, restarted ? 'true' : undefined);
}

function keep(key: string, value: string | undefined): void {
  if (value === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
}
