import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * All files of a built client that a page can load: those it names, those that these name, and so on. Names contain a
 * content hash, so an occurrence in a file's text is a reference.
 * @param {string} folder The built client.
 * @param {string} page Its name in that folder.
 * @param {readonly string[]} assets Paths in that folder.
 */
export function filesOfPage(folder, page, assets) {
  const seen = new Set([page]);
  for (const path of seen) {
    if (!/\.(html|js|css)$/.test(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    for (const asset of assets) if (text.includes(basename(asset))) seen.add(asset);
  }
  return seen;
}
