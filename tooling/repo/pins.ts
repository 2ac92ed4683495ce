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
