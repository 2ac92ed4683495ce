import { lineAt, sourcesOf } from './sources.ts';

const code = /\.(?:ts|tsx|mjs|js|css|sql|html|c|sh|yml|yaml)$/;

/** A longer file holds more than one concern. */
export const lineLimit = 400;

// The length of a generated file depends on its source.
const generated = /^\/\*\*\s+(?:\* )?Not edited by hand\./;

/** Files over the line limit, except generated ones. */
export function longFiles(root: string): string[] {
  return sourcesOf(root, code)
    .filter(({ text }) => !generated.test(text))
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > lineLimit)
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${lineLimit}`);
}

// Split so that this file and its test pass their own rule.
const unfinished = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|');
const silenced = ['ts-ig' + 'nore', 'ts-nocheck', 'ts-expect-error', 'biome-ig' + 'nore', 'eslint-dis' + 'able'].join(
  '|',
);
const marker = new RegExp(`\\b(?:${unfinished})\\b|(?:@|\\b)(?:${silenced})\\b`, 'g');

/** Notes on unfinished work, and disabled checks. */
export function leftovers(root: string): string[] {
  return sourcesOf(root, code)
    .filter(({ file }) => file !== 'tooling/repo/files.ts')
    .flatMap(({ file, text }) =>
      [...text.matchAll(marker)].map(({ 0: word, index }) => `${file}:${lineAt(text, index)}: ${word}`),
    );
}
