import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { needlessSpreads } from './spreads.ts';

const found = (text: string) =>
  needlessSpreads(createRepository({ 'packages/web/src/x.ts': `export const x = ${text};\n` }));

it.each([`['a', ...['b', 'c']]`, `[[...['a']]]`, '{ a: 1, ...{ b: 2 } }', 'f({ ...{ b: 2 } })'])(
  'reports the literal spread in %s',
  (text) =>
    expect(found(text)).toEqual(['packages/web/src/x.ts:1 spreads a literal: write its members where it stands']),
);

it.each([`[...a, 'b']`, `[...(a ? ['b'] : [])]`, `[...['a'].map(f)]`, '{ ...(a ? { b } : {}) }', `f(...['a'])`])(
  'accepts %s',
  (text) => expect(found(text)).toEqual([]),
);

it('finds none in this repository', () => expect(needlessSpreads(repository)).toEqual([]));
