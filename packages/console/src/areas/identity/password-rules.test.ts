import { PASSWORD } from '@berth/contract/rules/text';
import { describe, expect, it } from 'vitest';
import { checkRules, meetsAllRules } from './password-rules.tsx';

const unmet = (password: string) =>
  checkRules(password)
    .filter(({ met }) => !met)
    .map(({ key }) => key);

describe('the password rules', () => {
  it.each([
    ['Sh0rt!a', 'identity.rule.length'],
    ['UPPER123!', 'identity.rule.lower'],
    ['lower123!', 'identity.rule.upper'],
    ['NoNumber!', 'identity.rule.number'],
    ['NoSpecial1', 'identity.rule.special'],
  ])('%s fails only in %s', (password, key) => {
    expect(unmet(password)).toEqual([key]);
    expect(meetsAllRules(password)).toBe(false);
  });

  it('match the contract’s', () => {
    const contract = new RegExp(PASSWORD.pattern, 'u');
    for (const password of ['Company1!', 'Größe-Stadt9*', 'abc', 'PASSWORD', 'Passw0rd', 'A1!aaaaa']) {
      const taken = contract.test(password) && password.length >= PASSWORD.minLength;
      expect(meetsAllRules(password), password).toBe(taken);
    }
  });
});
