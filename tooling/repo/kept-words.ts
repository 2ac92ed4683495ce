import { lineAt, sourcesOf } from './sources.ts';

/** The only place in the console that may read the current texts: it does so again on every render. */
const ALLOWED = 'packages/console/src/areas/parts/toast.ts';

/**
 * Places where the console stores a rendered text, which would stay in the old language after a switch. Store `Words`
 * instead, which become a text on render.
 */
export function keptWords(root: string): string[] {
  return sourcesOf(root, /\.tsx?$/)
    .filter(({ file }) => file.startsWith('packages/console/src/areas/') && !/\.test\.tsx?$/.test(file))
    .filter(({ file }) => file !== ALLOWED)
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\bcurrentTexts\(\)|\bset[A-Z]\w*\([^\n]*?\bdescribeError\(/g)].map(
        ({ index }) => `${file}:${lineAt(text, index)}: keeps a text; keep Words (errorWords, useWords)`,
      ),
    );
}
