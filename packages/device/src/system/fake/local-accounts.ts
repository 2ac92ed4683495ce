import type { LocalAccounts } from '../ports/local-accounts.ts';

/** Users that are in memory only, each with the password of its name; without any, nobody logs in so. */
export function fakeLocalAccounts(
  passwords: Readonly<Record<string, string>> = {},
  administrators: readonly string[] = [],
): LocalAccounts {
  return {
    available: Object.keys(passwords).length > 0,
    check: async (user, password) => Object.hasOwn(passwords, user) && passwords[user] === password,
    isAdministrator: async (user) => administrators.includes(user),
  };
}
