import { LANGUAGES } from '@berth/contract/rules/languages';
import { expect, it } from 'vitest';
import { errorCodeFaults } from './error-codes.ts';
import { createRepository, repository } from './fixture.ts';

const declaration = `export const ERROR_STATUS = {\n  'too-late': 409,\n  forbidden: 403,\n} as const;\n`;
const thrown = `throw new ApiError('too-late', 'Too late.');\nthrow new ApiError('forbidden', 'No.');\n`;

function faults(changes: Readonly<Record<string, string>>, answering = thrown): string[] {
  const texts = { 'errors.title': 'Error', 'errors.code.too-late': 'Too late', 'errors.code.forbidden': 'Forbidden' };
  const files = LANGUAGES.map((each) => {
    const kept = Object.entries({ ...texts, ...(each === 'gsw' ? changes : {}) }).filter(([, text]) => text !== '');
    return [`packages/contract/src/texts/${each}/errors.json`, JSON.stringify(Object.fromEntries(kept))];
  });
  return errorCodeFaults(
    createRepository({
      ...Object.fromEntries(files),
      'packages/contract/src/errors.ts': declaration,
      'packages/server/src/features/late.ts': answering,
      'packages/server/src/features/late.test.ts': thrown,
      'packages/client/src/late.ts': thrown,
    }),
  );
}

it('Codes with a text in each language pass', () => expect(faults({})).toEqual([]));

it('A code without a text in one language is reported', () =>
  expect(faults({ 'errors.code.too-late': '' })).toEqual([
    'packages/contract/src/texts/gsw/errors.json: no text explains too-late',
  ]));

it('A text without a code is reported', () =>
  expect(faults({ 'errors.code.conflict': 'Conflict' })).toEqual([
    'packages/contract/src/texts/gsw/errors.json: no code needs errors.code.conflict',
  ]));

it('A code that neither server nor device returns is reported', () =>
  expect(faults({}, thrown.replace('too-late', 'late'))).toEqual([
    'packages/contract/src/errors.ts: nothing answers with too-late',
  ]));

it('Each error code of this repository has its texts and is returned', () =>
  expect(errorCodeFaults(repository)).toEqual([]));
