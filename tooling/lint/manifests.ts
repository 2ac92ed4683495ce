import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Violation } from './imports.ts';
import { packages } from './package-rules.ts';

type Manifest = Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>;
const kinds = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Rules 1 and 2 in package.json and tsconfig.json: which of our packages a package declares. */
export function lintManifests(root: string): Violation[] {
  const violations: Violation[] = [];
  for (const [name, { dependsOn }] of Object.entries(packages)) {
    const rule = name === 'contract' ? 1 : 2;
    const declare = (file: string, used: readonly string[]) => {
      for (const other of used.filter((each) => !dependsOn.includes(each))) {
        const message = `${name} must not depend on ${other}; it may depend on ${dependsOn.join(', ') || 'no package'}`;
        violations.push({ file, rule, message });
      }
    };
    declare(`packages/${name}/package.json`, manifestUses(root, name));
    declare(`packages/${name}/tsconfig.json`, referenceUses(root, name));
  }
  return violations;
}

function manifestUses(root: string, name: string): string[] {
  const manifest = readJson<Manifest>(join(root, 'packages', name, 'package.json'));
  const declared = kinds.flatMap((kind) => Object.keys(manifest?.[kind] ?? {}));
  return declared.filter((each) => each.startsWith('@berth/')).map((each) => each.slice('@berth/'.length));
}

function referenceUses(root: string, name: string): string[] {
  const config = readJson<{ references?: { path: string }[] }>(join(root, 'packages', name, 'tsconfig.json'));
  return (config?.references ?? []).map(({ path }) => basename(path));
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

/** The `exports` of a package.json, subpath to file; only the plain form that we use. */
export type Exports = Readonly<Record<string, string>>;

/** Reads the `exports` of the package in a folder; empty without a package.json. */
export function exportsOf(folder: string): Exports {
  const { exports = {} } = readJson<{ exports?: Exports | string }>(join(folder, 'package.json')) ?? {};
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
