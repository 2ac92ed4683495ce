import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { node, root } from './paths.mjs';
import { checkLibrary } from './platform.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';
import { removeUnread } from './unread.mjs';

const lock = join(root, 'package-lock.json');
// npm's own record of the last installation.
const hiddenLock = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'node_modules', '.berth-installed');

/**
 * Installs what package-lock.json names, unless that very lock is installed already.
 * @param {'running' | 'everything'} scope `running` leaves out linters, test tools and their workspaces. An installation of
 *   everything serves for running too.
 */
export async function ensureInstalled(scope) {
  const lockDigest = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const installed = existsSync(node) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (isCovered(scope, lockDigest, installed)) return;
  const isByHand = existsSync(node) && isInstalled(packagesOf(lock), packagesOf(hiddenLock));
  if (!isByHand) await install(scope);
  writeFileSync(stamp, `${isByHand ? 'everything' : scope} ${lockDigest}`);
}

/**
 * Whether what the stamp says is installed is enough.
 * @param {'running' | 'everything'} scope
 * @param {string} lockDigest Of package-lock.json as it is now.
 * @param {string} installed What the stamp says: a scope and the digest of its lock.
 */
export function isCovered(scope, lockDigest, installed) {
  return installed === `everything ${lockDigest}` || installed === `${scope} ${lockDigest}`;
}

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 * @typedef {Record<string, Entry>} Packages
 */

/**
 * Whether npm's own record of an installation has everything that the lock names: so an installation made by hand
 * is taken as it is. Optional packages may be missing, they are for other platforms.
 * @param {Packages} wanted
 * @param {Packages} installed
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted)
    .filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
    .every(([path, { version, optional }]) => {
      const found = installed[path];
      return found ? found.version === version : optional === true;
    });
}

/**
 * @param {string} file
 * @returns {Packages}
 */
function packagesOf(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {};
}

/** @param {'running' | 'everything'} scope */
async function install(scope) {
  checkLibrary();
  checkWritable();
  const progress = startProgress('installing packages');
  let fetched = 0;
  const args = ['ci', ...workspaceFlags(scope), '--no-audit', '--no-fund', '--loglevel=http', '--no-progress'];
  const { code, output } = await run('npm', args, {
    onText(text) {
      fetched += text.split(/npm http .*\.tgz/).length - 1;
      progress.at(fetched === 0 ? 'looking them up' : `${fetched} fetched`);
    },
  });
  if (code === 0 && existsSync(node)) {
    removeUnread(join(root, 'node_modules'));
    return progress.done();
  }
  progress.failed();
  throw new Failure(explain(code, output), output);
}

/**
 * Linters and test tools belong to the root, e2e and bench; what runs and builds the product to the packages.
 * @param {'running' | 'everything'} scope
 */
function workspaceFlags(scope) {
  if (scope === 'everything') return [];
  return readdirSync(join(root, 'packages')).map((name) => `--workspace=packages/${name}`);
}

function checkWritable() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Failure(`cannot write to ${root}. Clone Berth into a folder of your own, or change the folder's owner.`);
  }
}

/**
 * What to do about a failed `npm ci`.
 * @param {number} code npm's exit code, 127 when it could not be started.
 * @param {string} output All it printed.
 */
export function explain(code, output) {
  if (code === 127) return 'npm is not there. Install it (Debian: apt-get install npm) and start again.';
  if (code === 0)
    return 'npm left out the pinned Node. Allow optional packages (npm config set omit "") and start again.';
  if (/ENOSPC/.test(output)) return 'the disk is full. Free about 1.5 GB and start again.';
  if (/EACCES|EPERM/.test(output)) {
    return 'npm may not write where it must (the path is above). Mend the owner of that folder and start again.';
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT/.test(output)) {
    return 'the package registry cannot be reached. Check the network, the proxy and `npm config get registry`.';
  }
  return 'installing failed; what npm said is above. Start again once it is mended.';
}
