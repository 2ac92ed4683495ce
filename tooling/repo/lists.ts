import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'vitest/node';
import { filesBelow } from '../lint/scan.ts';
import { asNode, lineAt, type Node, nodesIn, sourcesOf } from './sources.ts';

/** A list of texts that the contract exports. */
export type List = { readonly name: string; readonly file: string; readonly members: readonly string[] };

const contract = 'packages/contract/src';
/** Tests state their expectations; table types are generated from the database (db:types). */
const left = /\.(?:test|spec)\.tsx?$|\/testing\/|^packages\/server\/src\/db\/schema\.ts$/;

/** The lists that the contract of this repository exports: arrays of texts, and the choices of its schemas. */
export async function contractLists(root: string): Promise<List[]> {
  const files = filesBelow(join(root, contract), /\.ts$/).map((path) => relative(root, path));
  const lists = files
    .filter((file) => !left.test(file))
    .map(async (file) => {
      const module: Record<string, unknown> = await import(pathToFileURL(join(root, file)).href);
      return Object.entries(module).flatMap(([name, value]) => {
        const members = textsOf(value) ?? textsOf(Object(value).enum);
        return members ? [{ name, file, members }] : [];
      });
    });
  return (await Promise.all(lists)).flat();
}

/** Arrays and types that repeat all members of one of these lists, as `file:line: which list`. */
export function copiedLists(root: string, lists: readonly List[]): string[] {
  const known = Map.groupBy(lists, ({ members }) => keyOf(members));
  return sourcesOf(root, /\.tsx?$/)
    .filter(({ file }) => !left.test(file))
    .flatMap(({ file, text }) => {
      const found = literalLists(text, file).flatMap(({ members, start }) => {
        const [list] = known.get(keyOf(members)) ?? [];
        return list ? [{ list, start }] : [];
      });
      return found
        .filter(({ list }, index) => list.file !== file || found.findIndex((each) => each.list === list) !== index)
        .map(({ list: { name, file: home }, start }) => `${file}:${lineAt(text, start)}: repeats ${name} of ${home}`);
    });
}

type Found = { readonly members: readonly string[]; readonly start: number };

function literalLists(text: string, file: string): Found[] {
  const found: Found[] = [];
  const visit = (node: Node): void => {
    // Which errors a call ends with is its own choice of the codes.
    if (node.type === 'Property' && asNode(node.key)?.name === 'errors') return;
    const parts =
      node.type === 'ArrayExpression' ? node.elements : node.type === 'TSUnionType' ? node.types : undefined;
    const members = textsOf(nodesIn(parts).map((part) => (asNode(part.literal) ?? part).value));
    if (members && members.length === (parts as unknown[]).length) found.push({ members, start: node.start });
    for (const value of Object.values(node)) for (const child of nodesIn(value)) visit(child);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);
  return found;
}

/** Two texts or more, and nothing else. */
function textsOf(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.length > 1 && value.every((each) => typeof each === 'string');
  return isList ? value : undefined;
}

function keyOf(members: readonly string[]): string {
  return [...new Set(members)].toSorted().join('\n');
}
