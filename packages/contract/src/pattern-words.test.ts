import { expect, it } from 'vitest';
import { ENDPOINTS } from './api/all.ts';
import { inWords } from './pattern-words.ts';

/** Made by programs and copied as a whole: nobody types them. */
const MADE = ['sessionId', 'passkeyId', 'page', 'field', 'viewerKey', 'kept', 'at'];

/** The patterns in a schema, by the field that has them. */
function patternsIn(node: unknown, field: string, found: Map<string, string>): void {
  if (typeof node !== 'object' || node === null) return;
  if ('pattern' in node && typeof node.pattern === 'string') found.set(node.pattern, field);
  for (const [key, inner] of Object.entries(node)) {
    const isName = !['properties', 'items', 'anyOf', 'allOf'].includes(key) && !/^\d+$/.test(key);
    patternsIn(inner, isName ? key : field, found);
  }
}

it('says what each field that people type allows, without a regular expression', () => {
  const found = new Map<string, string>();
  for (const { params, query, body } of ENDPOINTS) patternsIn([params, query, body], '', found);
  const faults = [...found].map(([pattern, path]) => ({
    path,
    rule: 'pattern',
    message: pattern,
    params: { pattern },
  }));
  const silent = inWords(faults).filter(({ message, params }) => message === params?.pattern);
  expect(found.size).toBeGreaterThan(20);
  expect(silent.map(({ path }) => path).toSorted()).toEqual(MADE.toSorted());
});
