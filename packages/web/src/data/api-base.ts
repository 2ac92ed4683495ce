import { API_BASE_PATH } from '@berth/contract/api/endpoint';

let base = API_BASE_PATH;

/** Sets where the API lives: the console learns it from /config.json, the machine's session from its bridge. */
export function setApiBase(apiBase: string): void {
  base = apiBase.replace(/\/+$/, '');
}

/** Absolute or origin-relative address of a path below the API base, or of one at the service's root. */
export function apiAddress(path: string, root: boolean, from = base): string {
  return (root ? from.slice(0, -API_BASE_PATH.length) : from) + path;
}
