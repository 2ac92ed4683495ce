import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createRepository, repository } from './fixture.ts';

/** A change to a file of a copy: text that occurs once and its replacement, or the whole text of a new file. */
export type Edit = readonly [before: string, after: string] | string;

/** Copies the sources of these packages without their tests to a folder that resolves the installed packages. */
export function copyOf(packages: readonly string[]): string {
  const root = createRepository({});
  for (const name of packages) {
    cpSync(join(repository, 'packages', name), join(root, 'packages', name), {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist|public)$|\.test\.tsx?$/.test(path),
    });
  }
  cpSync(join(repository, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'));
  const installed = join(repository, 'node_modules');
  mkdirSync(join(root, 'node_modules/@berth'), { recursive: true });
  for (const each of readdirSync(installed).filter((name) => name !== '@berth' && !name.startsWith('.'))) {
    symlinkSync(join(installed, each), join(root, 'node_modules', each));
  }
  for (const name of packages) symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@berth', name));
  return root;
}

/** Applies changes to a copy. Throws if the text to replace does not occur exactly once. */
export function edit(root: string, edits: Readonly<Record<string, Edit>>): void {
  for (const [file, change] of Object.entries(edits)) {
    const path = join(root, file);
    if (typeof change === 'string') {
      writeFileSync(path, change, { flag: 'wx' });
      continue;
    }
    const [before, after] = change;
    const parts = readFileSync(path, 'utf8').split(before);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} of: ${before}`);
    writeFileSync(path, parts.join(after));
  }
}

/** Type-checks these files of a package and what they import. Returns the files with errors, relative to the root. */
export async function filesWithTypeErrors(root: string, name: string, files: readonly string[]): Promise<string[]> {
  const places = await typeErrors(root, name, files);
  return [...new Set(places.map((place) => place.replace(/:\d+$/, '')))];
}

/**
 * Type-checks these files of a package and their imports: returns the places of errors, as `file:line`
 * relative to the root.
 */
export async function typeErrors(root: string, name: string, files: readonly string[]): Promise<string[]> {
  const folder = join(root, 'packages', name);
  const config = join(folder, 'tsconfig.checked.json');
  const compilerOptions = { noEmit: true, composite: false, declaration: false, emitDeclarationOnly: false };
  const { include: all } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8')) as { include: string[] };
  const include = ['src/**/*.d.ts', ...all.filter((each) => each.endsWith('.d.ts'))];
  writeFileSync(
    config,
    JSON.stringify({ extends: './tsconfig.json', compilerOptions, files, include, references: [] }),
  );
  const output = await new Promise<string>((resolve, reject) => {
    const tsc = join(repository, 'node_modules/.bin/tsc');
    execFile(tsc, ['-p', basename(config), '--pretty', 'false'], { cwd: folder, encoding: 'utf8' }, (error, stdout) => {
      if (error && stdout === '') reject(error);
      else resolve(stdout);
    });
  });
  const faults = [...output.matchAll(/^(?:\.\.\/([^(\n]+)|([^.(\s][^(\n]*))\((\d+),\d+\): error /gm)];
  if (output !== '' && faults.length === 0) throw new Error(output);
  const places = faults.map(([, other, own, line]) =>
    own === undefined ? `packages/${other}:${line}` : `packages/${name}/${own}:${line}`,
  );
  return [...new Set(places)].toSorted();
}
