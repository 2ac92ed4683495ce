import type { Language } from '@berth/contract/rules/languages';
import { asSystem } from '../../../db/transaction.ts';
import type { Account } from '../accounts/account.ts';
import { pendingSignUp, type SignUp } from '../accounts/sign-up-store.ts';
import { accountByEmail } from '../accounts/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { directoryAccount } from '../directory/people.ts';

/** Whose password it is: an account's, or that of a sign-up whose address is not proven yet. */
export type PasswordOwner =
  | { readonly kind: 'account'; readonly account: Account }
  | { readonly kind: 'sign-up'; readonly waiting: SignUp };

type Deps = Pick<IdentityDeps, 'db' | 'hasher' | 'directory'>;

/**
 * Finds whose password was typed. An account with a password of its own is asked for that and nothing else: what
 * people type for it is never shown to a directory. One hash is computed in every case.
 */
export async function passwordOwner(
  { db, hasher, directory }: Deps,
  { email, password, language }: { readonly email: string; readonly password: string; readonly language: Language },
): Promise<PasswordOwner | undefined> {
  const { account, waiting } = await asSystem(db, async (tx) => ({
    account: await accountByEmail(tx, email),
    waiting: await pendingSignUp(tx, email),
  }));
  const stored = account ? account.passwordHash : (waiting?.passwordHash ?? null);
  const matches = await hasher.verify(stored, password);
  if (account?.passwordHash) return matches ? { kind: 'account', account } : undefined;

  const person = await directory?.check(email, password);
  if (directory && person) {
    const known = await asSystem(db, (tx) => directoryAccount(tx, directory.name, person, language));
    return known && { kind: 'account', account: known };
  }
  return waiting && matches ? { kind: 'sign-up', waiting } : undefined;
}
