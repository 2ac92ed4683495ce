import { ensureInstalled } from './install.mjs';
import { checkPlatform } from './platform.mjs';

/** What every command needs first: a computer that Berth runs on, and its packages. */
export async function prepare() {
  checkPlatform();
  await ensureInstalled();
}
