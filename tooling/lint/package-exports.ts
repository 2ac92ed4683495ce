import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The `exports` of a package.json, subpath to file; only the plain form that we use. */
export type Exports = Readonly<Record<string, string>>;

/** Reads the `exports` of the package in a folder; empty without a package.json. */
export function exportsOf(folder: string): Exports {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return {};
  const { exports = {} } = JSON.parse(readFileSync(file, 'utf8')) as { exports?: Exports | string };
  return typeof exports === 'string' ? { '.': exports } : exports;
}

/** Whether a subpath ("./ids", "." for the package itself) is among the exports; "*" matches any path. */
export function isExported(exports: Exports, subpath: string): boolean {
  return Object.keys(exports).some((pattern) => {
    const [before = '', after] = pattern.split('*');
    if (after === undefined) return pattern === subpath;
    return subpath.length > before.length + after.length && subpath.startsWith(before) && subpath.endsWith(after);
  });
}

/** Whether a file (relative to its package) is named as an entry; files that only a "*" matches are not. */
export function isEntry(exports: Exports, path: string): boolean {
  return Object.values(exports).includes(`./${path}`);
}
