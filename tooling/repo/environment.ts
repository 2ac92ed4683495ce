import { lineAt, sourcesOf } from './sources.ts';

/** Only server/config reads the server's environment; main passes it in. */
export function strayEnvironment(root: string): string[] {
  return sourcesOf(root, /\.ts$/)
    .filter(
      ({ file }) =>
        /^packages\/server\/src\/(?!config\/|testing\/|main\/|main\.ts$)/.test(file) && !file.endsWith('.test.ts'),
    )
    .flatMap(({ file, text }) =>
      [...text.matchAll(/process\.env\b/g)].map(
        ({ index }) => `${file}:${lineAt(text, index)}: reads the environment; only config/ does`,
      ),
    );
}

const documented = 'README.md';

/** Variables that the server's configuration reads and the README does not list. */
export function undocumentedVariables(root: string): string[] {
  const readme = sourcesOf(root, /^README\.md$/).find(({ file }) => file === documented)?.text ?? '';
  const names = sourcesOf(root, /\.ts$/)
    .filter(({ file }) => file.startsWith('packages/server/src/config/') && !file.endsWith('.test.ts'))
    .flatMap(({ text }) => [
      ...text.matchAll(/\('([A-Z][A-Z0-9]*_[A-Z0-9_]+)'/g),
      ...text.matchAll(/variables, '([A-Z][A-Z0-9_]+)'/g),
    ])
    .map(([, name = '']) => name);
  return [...new Set(names)]
    .filter((name) => !readme.includes(`\`${name}\``))
    .map((name) => `${name} is not in ${documented}`);
}
