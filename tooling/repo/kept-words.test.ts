import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { keptWords } from './kept-words.ts';

const found = (code: string) => keptWords(createRepository({ 'packages/console/src/areas/x.tsx': code }));

it.each([
  'return describeError(error, currentTexts())?.message;\n',
  `const { t } = currentTexts();\n`,
  'setError(words ?? describeError(error, texts)?.message);\n',
])('reports %s', (code) => {
  expect(found(code)).toEqual(['packages/console/src/areas/x.tsx:1: keeps a text; keep Words (errorWords, useWords)']);
});

it.each([
  'setError(errorWords(error));\n',
  '<Notice tone="bad">{describeError(error, texts)?.message}</Notice>\n',
  'inform((texts) => ({ message: describeError(error, texts)?.message }));\n',
])('accepts %s', (code) => expect(found(code)).toEqual([]));

it('finds none in the console of this repository', () => expect(keptWords(repository)).toEqual([]));
