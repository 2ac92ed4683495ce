import { sourcesOf } from './sources.ts';

type Manifest = Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>;
const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
const exact = /^(?:npm:[^ ]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Dependencies that are not pinned to one version: with a range, an old Node silently gets older packages. */
export function openVersions(root: string): string[] {
  return sourcesOf(root, /^package\.json$/).flatMap(({ file, text }) => {
    const manifest = JSON.parse(text) as Manifest;
    const declared = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
    return declared
      .filter(([, version]) => !exact.test(version))
      .map(([name, version]) => `${file}: ${name} ${version} is no exact version`);
  });
}

/**
 * Scripts of the root package.json that start a command of ours below a shell. npm passes a signal only to the shell,
 * which ends and leaves the command running: the shell must replace itself by `exec`.
 */
export function shieldedScripts(root: string): string[] {
  const manifest = sourcesOf(root, /^package\.json$/).find(({ file }) => file === 'package.json');
  const { scripts = {} } = JSON.parse(manifest?.text ?? '{}') as { scripts?: Record<string, string> };
  return Object.entries(scripts)
    .filter(([, command]) => /^node tooling\//.test(command))
    .map(([name, command]) => `package.json: ${name}: "${command}" gets no signals; begin it with exec`);
}
