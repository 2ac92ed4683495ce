import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { placeOf } from '../lint/layers.ts';
import { type Exports, exportsOf } from '../lint/manifests.ts';
import { packages, toolFolders } from '../lint/package-rules.ts';
import { filesBelow, importsOf } from '../lint/scan.ts';

/** What each source uses: files by their path, folders by their path and a slash, the repository as an empty path. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

type Exported = ReadonlyMap<string, { readonly home: string; readonly exports: Exports }>;

const folders = ['packages', 'tooling', 'e2e'];

/** What a source uses without naming its path. */
const unnamed: Readonly<Record<string, readonly string[]>> = {
  'virtual:berth-messages': ['packages/contract/src/texts/', 'packages/client/scripts/messages-plugin.ts'],
  'virtual:berth-glyphs': ['packages/session/src/ui/glyph-names.ts', 'packages/client/scripts/glyphs-plugin.ts'],
  BERTH_TEST_CLUSTER: ['packages/server/src/testing/global-setup.ts', 'packages/server/src/testing/cluster.ts'],
};

// What a source says of its surroundings; of a path with a variable, the part before it.
const ownPath = /(?:new URL\(|import\.meta\.dirname,)\s*['"`]([^'"`$\n]*)/g;
const relativeFile = /['"`](\.{1,2}\/[^'"`$\n]*\.\w+)['"`]/g;

/** Reads which files and folders every source imports, runs or reads. Imports of types do not count. */
export function graphOf(root: string): Graph {
  const homes = [...Object.keys(packages).map((name) => `packages/${name}`), ...Object.keys(toolFolders)];
  const exported = new Map(
    homes.map((home) => [`@berth/${posix.basename(home)}`, { home, exports: exportsOf(join(root, home)) }]),
  );
  const files = folders
    .map((each) => join(root, each))
    .filter((each) => existsSync(each))
    .flatMap((each) => filesBelow(each, /\.(?:ts|tsx|mjs)$/));
  return new Map(
    files.map((path) => {
      const file = relative(root, path);
      const uses = usesOf(root, file, readFileSync(path, 'utf8'), exported);
      return [file, new Set(uses.filter((each) => each !== file))];
    }),
  );
}

function usesOf(root: string, file: string, text: string, exported: Exported): string[] {
  const imports = Map.groupBy(importsOf(text), ({ isType }) => isType);
  const specifiers = new Set(imports.get(false)?.map(({ specifier }) => specifier));
  const types = new Set(imports.get(true)?.map(({ specifier }) => specifier));
  const named = [...text.matchAll(ownPath), ...text.matchAll(relativeFile)].map((match) => match[1] ?? '');
  const paths = new Set([...specifiers, ...named.filter((each) => !types.has(each))]);
  const { package: own, isTest } = placeOf(file);
  // A product that starts another package's program does not depend on how that works.
  const isOwn = (each: string) => isTest || own === undefined || each.startsWith(`packages/${own}/`);
  return [
    ...[...specifiers].flatMap((each) => inPackage(each, exported)),
    ...[...paths].flatMap((each) => inFolder(root, file, each)).filter(isOwn),
    ...Object.entries(unnamed).flatMap(([name, used]) => (text.includes(name) ? used : [])),
  ];
}

function inPackage(specifier: string, exported: Exported): string[] {
  const [scope, name, ...rest] = specifier.split('/');
  const target = exported.get(`${scope}/${name}`);
  if (!target) return [];
  const subpath = `./${rest.join('/')}`;
  return Object.entries(target.exports).flatMap(([pattern, file]) => {
    const [before = '', after] = pattern.split('*');
    if (after === undefined) return pattern === subpath ? [posix.join(target.home, file)] : [];
    if (!subpath.startsWith(before)) return [];
    return [posix.join(target.home, file.replace('*', subpath.slice(before.length, subpath.length - after.length)))];
  });
}

function inFolder(root: string, file: string, path: string): string[] {
  if (/^(?:\w+:|\/|@)/.test(path)) return [];
  const target = posix.join(posix.dirname(file), path.replace(/[?#].*$/, ''));
  if (target.startsWith('..') || !existsSync(join(root, target))) return [];
  if (statSync(join(root, target)).isFile()) return [target];
  return [target === './' || target === '.' ? '' : target.replace(/\/?$/, '/')];
}
