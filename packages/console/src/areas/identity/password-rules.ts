import { PASSWORD } from '@berth/contract/rules/text';

/** The rules of spec chapter 5 one by one, so that each can be ticked off while a person types. */
const RULES = [
  ['identity.rule.length', /^.{8,}$/s],
  ['identity.rule.lower', /[a-z]/],
  ['identity.rule.upper', /[A-Z]/],
  ['identity.rule.number', /[0-9]/],
  ['identity.rule.special', /[!@#$%^&*]/],
] as const;

/** Which rules a password meets. */
export function checkRules(password: string) {
  return RULES.map(([key, pattern]) => ({ key, met: pattern.test(password) }));
}

/** Whether the server would take the password, as far as its form goes. */
export function meetsAllRules(password: string): boolean {
  return password.length <= PASSWORD.maxLength && RULES.every(([, pattern]) => pattern.test(password));
}
