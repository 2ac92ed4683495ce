import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { node, root } from './paths.mjs';
import { checkLibrary, checkPlatform } from './platform.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';
import { removeUnread } from './unread.mjs';

const lock = join(root, 'package-lock.json');
// npm's own record of the last installation.
const hiddenLock = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'node_modules', '.berth-installed');

/**
 * Installs the packages in package-lock.json, unless the same lock file is installed already.
 * @param {'running' | 'everything'} scope `running` leaves out linters, test tools and their workspaces. An installation of
 *   everything serves for running too.
 */
async function ensureInstalled(scope) {
  const lockDigest = createHash('sha256').update(readFileSync(lock)).digest('hex');
  const installed = existsSync(node) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (isCovered(scope, lockDigest, installed)) return;
  const isByHand = existsSync(node) && isInstalled(packagesOf(lock), packagesOf(hiddenLock));
  if (!isByHand) await install(scope);
  writeFileSync(stamp, `${isByHand ? 'everything' : scope} ${lockDigest}`);
}

/**
 * Whether the installation that the stamp records is sufficient.
 * @param {'running' | 'everything'} scope
 * @param {string} lockDigest Digest of the current package-lock.json.
 * @param {string} installed Content of the stamp: a scope and the digest of its lock file.
 */
export function isCovered(scope, lockDigest, installed) {
  return installed === `everything ${lockDigest}` || installed === `${scope} ${lockDigest}`;
}

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 * @typedef {Record<string, Entry>} Packages
 */

/**
 * Whether npm's own record contains everything in the lock file, so that a manual installation is kept. Optional
 * packages may be missing: they are for other platforms.
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
      progress.at(fetched === 0 ? 'resolving' : `${fetched} downloaded`);
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
 * Linters and test tools belong to the root, e2e and bench; the packages contain what runs and builds the product.
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
    throw new Failure(`cannot write to ${root}. Clone Berth into a folder that you own, or change the folder's owner.`);
  }
}

/**
 * Explains how to fix a failed `npm ci`.
 * @param {number} code npm's exit code, 127 when it could not be started.
 * @param {string} output Its whole output.
 */
export function explain(code, output) {
  if (code === 127) return 'npm is missing. Install it (Debian: apt-get install npm) and try again.';
  if (code === 0) return 'npm skipped the pinned Node. Allow optional packages (npm config set omit "") and try again.';
  if (/ENOSPC/.test(output)) return 'the disk is full. Free about 1.5 GB and try again.';
  if (/EACCES|EPERM/.test(output)) {
    return 'npm has no write permission (see the path above). Fix the owner of that folder and try again.';
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT/.test(output)) {
    return 'the package registry is unreachable. Check the network, the proxy and `npm config get registry`.';
  }
  return "the installation failed; see npm's output above.";
}

/**
 * Prepares every command: checks the computer and installs packages.
 * @param {'running' | 'everything'} scope Which packages to install: see ensureInstalled.
 */
export async function prepare(scope) {
  checkPlatform();
  await ensureInstalled(scope);
}
