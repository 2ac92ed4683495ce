import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { coverageFaults, rowsOf } from './coverage.ts';
import { createRepository, repository } from './fixture.ts';

const test = `it('answers \\'pong\\'', () => {});\nit.each([1])("takes %i", () => {});\n`;
const planted = (rows: string) =>
  coverageFaults(
    createRepository({
      'docs/coverage.md': `# Coverage\n\n| id | statement | lives in | proven by | decision |\n| - | - | - | - | - |\n${rows}\n`,
      'packages/a/ping.test.ts': test,
      'packages/a/ping.ts': '',
      'packages/a/rules.test.ts': "import { RULES } from '../contract/src/testing/rules.ts';",
      'packages/contract/src/testing/rules.ts': "export const RULES = [{ rule: 'a name is needed' }];",
      'packages/contract/src/profile/fields.test.ts': test,
      'packages/server/src/features/profiles/defaults.test.ts': test,
      'docs/decisions/pong.md': '# Pong',
    }),
  );

describe('the coverage page', () => {
  it('accepts unproven rows, and proofs that exist', () => {
    const proofs = "packages/a/ping.test.ts › answers 'pong'<br>`packages/a/ping.test.ts › takes %i`";
    expect(
      planted(`| 7.1 | GET /ping | packages/a/ping.ts | ${proofs} |\n| 7.2 | x \\| y | planned | not yet |`),
    ).toEqual([]);
  });

  it('accepts a title in a testing module of the test, and an existing decision', () => {
    expect(planted('| 7.1 | x | packages/a | packages/a/rules.test.ts › a name is needed | pong.md |')).toEqual([]);
  });

  it.each([
    [
      '| 7.1 | x | packages/a | packages/contract/src/profile/fields.test.ts › takes %i |',
      'only a schema is tested, nothing that anyone sees',
    ],
    [
      '| 7.1 | x | packages/a | packages/server/src/features/profiles/defaults.test.ts › takes %i |',
      'only a schema is tested, nothing that anyone sees',
    ],
    ['| 7.1 | x | packages/a | packages/a/ping.test.ts › takes %i | gone.md |', 'no such decision: gone.md'],
    ['| 7.1 | ping | packages/a | packages/b.test.ts › answers |', 'no such test file: packages/b.test.ts'],
    ['| 7.1 | ping | packages/a | packages/a/ping.test.ts › sings |', 'no test "sings" in packages/a/ping.test.ts'],
    ['| 7.1 | ping | packages/a | packages/a/ping.test.ts › answers |', 'no test "answers" in'],
    ['| 7.1 | ping | packages/a | packages/a/ping.ts › takes %i |', 'packages/a/ping.ts is no test'],
    ['| 7.1 | ping | packages/z | packages/a/ping.test.ts › takes %i |', 'no such place: packages/z'],
    ['| 7.1 | ping | packages/a | by hand |', '"by hand" is neither "not yet" nor'],
    ['| 7.1 | ping | packages/a | |', '"" is neither'],
    ['| 7 | ping | packages/a | not yet |', 'an id is chapter.number'],
    ['| 7.1 | | packages/a | not yet |', 'no statement'],
    ['| 7.1 | a | b | not yet |\n| 7.1 | c | d | not yet |', 'this id is taken already'],
  ])('reports %s', (rows, fault) => {
    const faults = planted(rows);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });

  it('is correct for this repository', () => expect(coverageFaults(repository)).toEqual([]));

  it('covers all nine chapters of the specification', () => {
    const rows = rowsOf(readFileSync(join(repository, 'docs/coverage.md'), 'utf8'));
    const chapters = new Set(rows.map(({ id }) => id.split('.')[0]));
    expect([...chapters]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(rows.length).toBeGreaterThan(400);
  });
});
