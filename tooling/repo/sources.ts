import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from '../lint/scan.ts';

/** A file of the repository: its path relative to the root, and its text. */
export type Source = { readonly file: string; readonly text: string };

const folders = ['packages', 'e2e', 'bench', 'tooling', 'deploy', 'docs', '.ci'];

/** Hand-written files, by name; built, installed and generated ones are left out. */
export function sourcesOf(root: string, matches: RegExp): Source[] {
  const below = folders.map((each) => join(root, each)).filter((each) => existsSync(each));
  const loose = readdirSync(root, { withFileTypes: true })
    .filter((each) => each.isFile() && matches.test(each.name))
    .map((each) => join(root, each.name));
  return [...loose, ...below.flatMap((each) => filesBelow(each, matches))]
    .filter((path) => !path.includes('/generated/'))
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }));
}

/** The line number at an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** A node of a source's syntax tree (ESTree). */
export type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

export function asNode(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Node) : undefined;
}

/** The nodes in a property of another. */
export function nodesIn(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).flatMap((each) => asNode(each) ?? []);
}
