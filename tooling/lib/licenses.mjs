import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME_OF_A_LICENSE = /^(licen[cs]e|copying|notice)/i;

/** @typedef {{ license?: string, dependencies?: Record<string, string>, peerDependencies?: Record<string, string>, link?: boolean, resolved?: string, version?: string }} Locked */

/**
 * Third-party packages that built workspaces contain: each package's name, version, license, and the license texts to
 * include.
 * @param {string} root The folder of package-lock.json and node_modules.
 * @param {readonly string[]} workspaces As paths, such as `packages/device`.
 */
export function licensesOf(root, workspaces) {
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return installedBelow(locked, workspaces)
    .map((path) => {
      const { version, license } = locked[path] ?? {};
      const title = `${path.replace(/.*node_modules\//, '')} ${version} (${license ?? 'see below'})`;
      return [`${'='.repeat(80)}\n${title}\n`, ...textsIn(join(root, path))].join('\n');
    })
    .join('\n');
}

/**
 * Paths of all runtime packages of the workspaces.
 * @param {Record<string, Locked>} locked
 * @param {readonly string[]} workspaces
 */
export function installedBelow(locked, workspaces) {
  const seen = new Set(workspaces);
  for (const path of seen) {
    const { dependencies, peerDependencies } = locked[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const found = resolve(locked, path, name);
      if (found) seen.add(found);
    }
  }
  return [...seen].filter((path) => path.includes('node_modules/')).sort();
}

/**
 * Resolves a package from another's folder as Node does; returns a workspace's folder instead of its link.
 * @param {Record<string, Locked>} locked
 * @param {string} from
 * @param {string} name
 */
function resolve(locked, from, name) {
  const parts = from.split('/');
  for (let length = parts.length; length >= 0; length--) {
    const path = [...parts.slice(0, length), 'node_modules', name].join('/');
    const found = locked[path];
    if (found) return found.link ? found.resolved : path;
  }
  return undefined;
}

/** @param {string} folder */
function textsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && NAME_OF_A_LICENSE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8'))
    .sort();
}
