import type { Language } from '@berth/contract/rules/languages';
import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Caller } from '../../../http/route.ts';
import { type Account, accountByEmail, accountById } from '../account/store.ts';
import type { IdentityDeps } from '../deps.ts';
import { directoryAccount } from '../directory/store.ts';
import { pendingSignUp, type SignUp } from '../login/store.ts';
import { ALLOWANCES } from '../login/throttle.ts';

/** The owner of a password: an account, or a sign-up with an unconfirmed address. */
type PasswordOwner =
  | { readonly kind: 'account'; readonly account: Account }
  | { readonly kind: 'sign-up'; readonly waiting: SignUp };

type Deps = Pick<IdentityDeps, 'db' | 'hasher' | 'directory'>;

/**
 * Finds the owner of a password. An account with a local password is checked locally only: its password is never sent
 * to a directory. Every case computes one hash.
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

/** Finds the caller's account. A token outlives its account by minutes at most. */
async function ownAccount({ db }: Pick<IdentityDeps, 'db'>, { userId }: Caller): Promise<Account> {
  const account = await asSystem(db, (tx) => accountById(tx, userId));
  if (!account) throw new ApiError('unauthenticated', 'Your session has ended. Log in again.');
  return account;
}

/** Confirms the password before the account's protection changes: an unattended session is not enough. */
export async function confirmPassword(
  deps: Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle'>,
  caller: Caller,
  password: string,
): Promise<Account> {
  await deps.throttle.take(ALLOWANCES.confirmPassword, caller.userId);
  const account = await ownAccount(deps, caller);
  if (!(await isOwnPassword(deps, account, password))) throw new ApiError('login-failed', 'The password is wrong.');
  await deps.throttle.reset(ALLOWANCES.confirmPassword, caller.userId);
  return account;
}

async function isOwnPassword(
  { db, hasher, directory }: Pick<IdentityDeps, 'db' | 'hasher' | 'directory'>,
  account: Account,
  password: string,
): Promise<boolean> {
  if (account.passwordHash !== null) return hasher.verify(account.passwordHash, password);
  const person = await directory?.check(account.email, password);
  if (!directory || !person) return false;
  const known = await asSystem(db, (tx) => directoryAccount(tx, directory.name, person, account.language));
  return known?.userId === account.userId;
}
