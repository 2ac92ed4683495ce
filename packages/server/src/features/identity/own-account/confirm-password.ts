import { asSystem } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Caller } from '../../../http/route.ts';
import type { Account } from '../accounts/account.ts';
import { accountById } from '../accounts/store.ts';
import { ALLOWANCES } from '../accounts/throttle.ts';
import type { IdentityDeps } from '../deps.ts';
import { directoryAccount } from '../directory/people.ts';

/** The caller's account. A token outlives its account by minutes at most. */
async function ownAccount({ db }: Pick<IdentityDeps, 'db'>, { userId }: Caller): Promise<Account> {
  const account = await asSystem(db, (tx) => accountById(tx, userId));
  if (!account) throw new ApiError('unauthenticated', 'Your session has ended. Log in again.');
  return account;
}

/** Asks for the password again before how an account is protected changes: an open screen is not enough. */
export async function confirmPassword(
  deps: Pick<IdentityDeps, 'db' | 'hasher' | 'directory' | 'throttle'>,
  caller: Caller,
  password: string,
): Promise<Account> {
  await deps.throttle.take(ALLOWANCES.confirmPassword, caller.userId);
  const account = await ownAccount(deps, caller);
  if (!(await isOwnPassword(deps, account, password))) throw new ApiError('login-failed', 'The password is wrong.');
  await deps.throttle.forget(ALLOWANCES.confirmPassword, caller.userId);
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
