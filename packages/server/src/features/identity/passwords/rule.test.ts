import { readFileSync } from 'node:fs';
import { PASSWORD } from '@berth/contract/rules/text';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../http/api-error.ts';
import { rejectGuessable } from './rule.ts';

const person = 'ada.lovelace@example.org';

function faultsOf(password: string): string[] {
  // Body validation has already checked the contract's pattern.
  expect(password).toMatch(new RegExp(PASSWORD.pattern));
  try {
    rejectGuessable(password, person);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.code).toBe('invalid-input');
    return (error.faults ?? []).map(({ path, rule }) => `${path} ${rule}`);
  }
}

describe('passwords that are easy to guess', () => {
  it.each([
    'Password1!',
    'P@ssw0rd1!',
    'Qwertz123!',
    'Aa123456!',
    'Summer2024!',
    'Sonnenschein1!',
    'Welcome1#',
    '!!Dragon7',
    'Hallo123$',
  ])('rejects %s as common', (password) => {
    expect(faultsOf(password)).toEqual(['/password commonPassword']);
  });

  it('knows tens of thousands of them, with common prefixes and suffixes', () => {
    const words = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n');
    expect(new Set(words).size).toBeGreaterThan(49_000);
    const letters = words.filter((word) => /^[a-z]{6,20}$/.test(word));
    // From the most frequent to the rarest.
    for (const word of letters.filter((_, index) => index % 250 === 0)) {
      expect(faultsOf(`${word.charAt(0).toUpperCase()}${word.slice(1)}1!`)).toContain('/password commonPassword');
    }
  });

  it.each(['Ada.Lovelace1!', 'xX9!ada.lovelaceQ'])('rejects %s as the address', (password) => {
    expect(faultsOf(password)).toEqual(['/password containsEmail']);
  });

  it.each(['Tr0ub4dor&3x', 'korrekt-Pferd7!Batterie', 'mV4!kqz82pL', 'Passwordless-Garden-91*'])(
    'accepts %s',
    (password) => {
      expect(faultsOf(password)).toEqual([]);
    },
  );
});
