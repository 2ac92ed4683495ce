const STORAGE_KEY = 'demo_api_base';
const RESTARTED_KEY = 'demo_restarted';

/** The API base that this tab uses instead of the server's own while it is in the demo; null outside of it. */
export function demoApiBase(): string | null {
  return sessionStorage.getItem(STORAGE_KEY);
}

/** Keeps it over a reload; null leaves the demo. */
export function rememberDemo(apiBase: string | null): void {
  if (apiBase === null) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, apiBase);
}

/** Whether the demo that this tab was in ended, and another one took its place. */
export function hasDemoRestarted(): boolean {
  return sessionStorage.getItem(RESTARTED_KEY) !== null;
}

export function rememberRestart(restarted: boolean): void {
  if (restarted) sessionStorage.setItem(RESTARTED_KEY, 'true');
  else sessionStorage.removeItem(RESTARTED_KEY);
}
