import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ignored = new Set(['node_modules', 'dist', '.tsbuild', 'test-results']);

/**
 * All files below the given files and folders, sorted, without tests and build output.
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
export function filesOf(paths) {
  /** @type {string[]} */
  const found = [];
  for (const path of paths.filter((each) => existsSync(each))) {
    if (statSync(path).isFile()) found.push(path);
    else {
      for (const entry of readdirSync(path, { withFileTypes: true })) {
        if (ignored.has(entry.name) || /\.test\.\w+$/.test(entry.name)) continue;
        if (entry.isDirectory()) found.push(...filesOf([join(path, entry.name)]));
        else if (entry.isFile()) found.push(join(path, entry.name));
      }
    }
  }
  return found.sort();
}

/**
 * A hash over names, sizes and modification times: cheap, and changes whenever contents do.
 * @param {readonly string[]} files
 */
export function quickPrint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * A hash over names and contents.
 * @param {readonly string[]} files
 */
export function contentPrint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
