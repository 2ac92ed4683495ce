import { ensureInstalled } from './install.mjs';
import { checkPlatform } from './platform.mjs';

/**
 * What every command needs first: a computer that Berth runs on, and its packages.
 * @param {'running' | 'everything'} scope Which packages: see ensureInstalled.
 */
export async function prepare(scope) {
  checkPlatform();
  await ensureInstalled(scope);
}
