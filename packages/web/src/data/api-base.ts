import { API_BASE_PATH } from '@berth/contract/api/endpoint';

const DEMO_KEY = 'demo_api_base';
const DEMO_RESTARTED_KEY = 'demo_restarted';

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

/** Stores the demo's API base across reloads; null leaves the demo. */
export function rememberDemo(apiBase: string | null): void {
  if (apiBase === null) sessionStorage.removeItem(DEMO_KEY);
  else sessionStorage.setItem(DEMO_KEY, apiBase);
}

/** Whether this tab's demo was replaced by a new one. */
export function hasDemoRestarted(): boolean {
  return sessionStorage.getItem(DEMO_RESTARTED_KEY) !== null;
}

export function rememberRestart(restarted: boolean): void {
  if (restarted) sessionStorage.setItem(DEMO_RESTARTED_KEY, 'true');
  else sessionStorage.removeItem(DEMO_RESTARTED_KEY);
}
