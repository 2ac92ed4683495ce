import { ensureInstalled } from './install.mjs';
import { checkPlatform } from './platform.mjs';

/**
 * Prepares every command: checks the computer and installs packages.
 * @param {'running' | 'everything'} scope Which packages to install: see ensureInstalled.
 */
export async function prepare(scope) {
  checkPlatform();
  await ensureInstalled(scope);
}
