import { billingStateOf } from '@berth/contract/rules/billing';
import type { Caller } from '../../../http/route.ts';
import { notAdministrator, notSetUp } from '../errors.ts';
import { factsOf } from './present.ts';
import type { AccountRow } from './store.ts';

/** Throws unless the caller is the billing administrator (spec chapter 6: others are told to contact them). */
export function requireAdministrator(account: AccountRow | undefined, caller: Caller): AccountRow {
  if (!account) throw notSetUp();
  if (account.administrator_id !== caller.userId) throw notAdministrator(account.administrator_email);
  return account;
}

/** Ends the call unless the account has a way to pay and a VAT ID. */
export function requireSetUp(account: AccountRow | undefined): AccountRow {
  if (!account || billingStateOf(factsOf(account)) !== 'set-up') throw notSetUp();
  return account;
}
