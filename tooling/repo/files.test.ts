import { expect, it } from 'vitest';
import { leftovers, lineLimit, longFiles } from './files.ts';
import { createRepository, repository } from './fixture.ts';

it('reports a file that is too long', () => {
  const lines = (count: number) => 'x;\n'.repeat(count);
  const root = createRepository({
    'packages/a/src/long.ts': lines(lineLimit + 1),
    'packages/a/src/fits.ts': lines(lineLimit),
  });
  expect(longFiles(root)).toEqual(['packages/a/src/long.ts: 401 lines, at most 400']);
});

it.each(['TO' + 'DO', 'FIX' + 'ME', '@ts-ig' + 'nore', 'biome-ig' + 'nore'])('reports a left %s', (word) => {
  const root = createRepository({
    'e2e/a.ts': `x;\n// ${word} later\n`,
    'tooling/b.mjs': `// ${word.toLowerCase()}s-and-words\n`,
  });
  expect(leftovers(root)[0]).toBe(`e2e/a.ts:2: ${word}`);
});

it('finds no file of this repository too long', () => expect(longFiles(repository)).toEqual([]));
it('finds nothing unfinished or suppressed in this repository', () => expect(leftovers(repository)).toEqual([]));
