import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import type { Violation } from './imports.ts';
import { crossingBetween, type Place, placeOf } from './layers.ts';
import { type Exports, exportsOf, isEntry, isExported } from './manifests.ts';
import { contractLibraries, forbiddenLibraries, packages, toolFolders } from './package-rules.ts';
import { filesBelow, type Import, importsOf, isBarrel } from './scan.ts';

const roots = ['packages', 'e2e', 'bench', 'tooling'];
type Fault = Pick<Violation, 'rule' | 'message'>;
type ExportsByPackage = ReadonlyMap<string, Exports>;

/** Maximum number of modules that a file imports, except tests; dynamic imports do not count. */
const IMPORTS_MAX = 25;

/** Rules 1 to 5 and 7 in every source file. */
export function lintFiles(root: string): Violation[] {
  const homes = [...Object.keys(packages).map((name) => `packages/${name}`), ...Object.keys(toolFolders)];
  const exported = new Map(homes.map((home) => [posix.basename(home), exportsOf(join(root, home))]));
  const folders = roots.map((each) => join(root, each)).filter((each) => existsSync(each));
  const files = folders.flatMap((each) => filesBelow(each, /\.(?:ts|tsx|mjs|js)$/));
  return files.flatMap((path) => lintFile(placeOf(relative(root, path)), readFileSync(path, 'utf8'), exported));
}

function lintFile(place: Place, source: string, exported: ExportsByPackage): Violation[] {
  const violations: Violation[] = [];
  const imports = importsOf(source);
  for (const fault of [placeFault(place), barrelFault(place, source, exported), numberFault(place, imports)]) {
    if (fault) violations.push({ file: place.file, ...fault });
  }
  for (const each of imports) {
    const fault = importFault(place, each, exported);
    if (!fault) continue;
    const message = `imports '${each.specifier}': ${fault.message}`;
    violations.push({ file: `${place.file}:${each.line}`, rule: fault.rule, message });
  }
  return violations;
}

function placeFault({ unknown, package: owner }: Place): Fault | undefined {
  return unknown
    ? { rule: 3, message: `${unknown} is no layer of ${owner} (tooling/lint/package-rules.ts)` }
    : undefined;
}

function barrelFault(place: Place, source: string, exported: ExportsByPackage): Fault | undefined {
  const { package: owner, path } = place;
  if (!owner || place.isTest || !isBarrel(source) || isEntry(exported.get(owner) ?? {}, path)) return undefined;
  return { rule: 5, message: 'a barrel file; only an entry of a package may re-export, name the declaring module' };
}

function numberFault({ isTest }: Place, imports: readonly Import[]): Fault | undefined {
  const count = imports.filter(({ isDynamic }) => !isDynamic).length;
  if (isTest || count <= IMPORTS_MAX) return undefined;
  return { rule: 7, message: `${count} imports; ${IMPORTS_MAX} at most, split what it does` };
}

function importFault(from: Place, { specifier }: Import, exported: ExportsByPackage): Fault | undefined {
  if (specifier.startsWith('.')) return relativeFault(from, specifier);
  if (specifier.startsWith('@berth/')) return crossingFault(from, specifier, exported);
  return from.isTest ? undefined : libraryFault(from, specifier);
}

function libraryFault(from: Place, specifier: string): Fault | undefined {
  if (from.package === 'contract' && !isLibrary(specifier, contractLibraries)) {
    const message = `contract imports ${contractLibraries.join(', ')} only, nothing of Node or the browser`;
    return { rule: 1, message };
  }
  const startsPrograms = /^(?:node:)?child_process$/.test(specifier);
  if (from.package === 'device' && from.layer !== 'system/linux' && startsPrograms) {
    return { rule: 3, message: 'only device/system/linux starts programs; use a port of system/ports' };
  }
  const layer = `${from.package}/${from.layer}`;
  const strange = forbiddenLibraries.find((each) => each.layer === layer && isLibrary(specifier, each.libraries));
  return strange && { rule: 3, message: `${layer} must not know this library` };
}

function isLibrary(specifier: string, libraries: readonly string[]): boolean {
  return libraries.some((each) =>
    each.endsWith('/') ? specifier.startsWith(each) : specifier === each || specifier.startsWith(`${each}/`),
  );
}

function relativeFault(from: Place, specifier: string): Fault | undefined {
  const target = placeOf(posix.join(posix.dirname(from.file), specifier.replace(/[?#].*$/, '')));
  if (target.package && target.package !== from.package) {
    return { rule: 5, message: `reaches into ${target.package} by a path; use what its package.json exports` };
  }
  if (from.package && !target.package) return { rule: 5, message: `leaves package ${from.package}` };
  if (topFolder(from.file) !== topFolder(target.file) && target.file.includes('/')) {
    return { rule: 5, message: `leaves ${topFolder(from.file)} by a path; use what a package.json exports` };
  }
  return crossingBetween(from, target);
}

function crossingFault(from: Place, specifier: string, exported: ExportsByPackage): Fault | undefined {
  const [, name = '', ...rest] = specifier.split('/');
  const owned = packages[name] ?? toolFolders[name]?.includes(topFolder(from.file));
  if (!owned) return { rule: 5, message: 'no package of that name for it in the house' };
  if (from.package === name) return { rule: 5, message: 'its own package by name; use a relative path' };
  const owner = from.package ? packages[from.package] : undefined;
  if (owner && !owner.dependsOn.includes(name)) {
    const message = `${from.package} must not import ${name}; they meet only in contract's messages`;
    return { rule: from.package === 'contract' ? 1 : 2, message };
  }
  if (packages[name]?.isForTests && !from.isTest) return { rule: 2, message: `${name} is for tests only` };
  const subpath = rest.length > 0 ? `./${rest.join('/')}` : '.';
  if (isExported(exported.get(name) ?? {}, subpath)) return undefined;
  return { rule: 5, message: `not in the exports of ${name}'s package.json` };
}

function topFolder(file: string): string {
  return file.split('/')[0] ?? '';
}
