import { lineAt, sourcesOf } from './sources.ts';

/** The one place of the console that asks for the texts of the moment: it does so again whenever it draws. */
const ALLOWED = 'packages/console/src/areas/parts/toast.ts';

/**
 * Where the console makes a text once and keeps it: it would stay in a language that the reader has left.
 * What is kept is `Words`, which become a text where they are drawn.
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
