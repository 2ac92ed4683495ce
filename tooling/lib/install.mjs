import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { node, root } from './paths.mjs';
import { checkLibrary } from './platform.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';

const lock = join(root, 'package-lock.json');
// npm's own record of what it installed last.
const hiddenLock = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'node_modules', '.berth-installed');

/** Installs what package-lock.json names, unless that very lock is installed already. */
export async function ensureInstalled() {
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!(existsSync(node) && isInstalled(packagesOf(lock), packagesOf(hiddenLock)))) await install();
  writeFileSync(stamp, wanted);
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
 * How many packages of a lock this computer will fetch.
 * @param {Packages} wanted
 * @param {Pick<NodeJS.Process, 'platform' | 'arch'>} [computer]
 */
export function countForPlatform(wanted, { platform, arch } = process) {
  const fits = (/** @type {string[] | undefined} */ list, /** @type {string} */ name) => !list || list.includes(name);
  return Object.entries(wanted).filter(
    ([path, { link, os, cpu, libc }]) =>
      path.startsWith('node_modules/') && !link && fits(os, platform) && fits(cpu, arch) && fits(libc, 'glibc'),
  ).length;
}

/**
 * @param {string} file
 * @returns {Packages}
 */
function packagesOf(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {};
}

async function install() {
  checkLibrary();
  checkWritable();
  const expected = countForPlatform(packagesOf(lock));
  const progress = startProgress('installing packages');
  let fetched = 0;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=http', '--no-progress'];
  const { code, output } = await run('npm', args, {
    onText(text) {
      fetched += text.split(/npm http .*\.tgz/).length - 1;
      progress.at(fetched === 0 ? 'looking them up' : `${fetched} of ${expected}`);
    },
  });
  if (code === 0 && existsSync(node)) return progress.done();
  progress.failed();
  throw new Failure(explain(code, output), output);
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
