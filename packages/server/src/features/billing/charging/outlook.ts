import type { BillingInformation } from '@berth/contract/api/billing-information';
import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import { GRACE_MS } from '@berth/contract/rules/billing';
import type { Tx } from '../../../db/connection.ts';
import { type AccountRow, findAccount } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { creditsOf } from '../ledger/balance.ts';
import { creditsEnd } from './forecast.ts';
import { type ActiveItem, activeItems } from './price-list.ts';

/** An organization's credits, and how long they last. */
interface CreditsOutlook extends Pick<BillingInformation, 'endsAt' | 'arrears'> {
  readonly account: AccountRow | undefined;
  readonly mgmtTier: MgmtTier;
  readonly credits: number;
  /** Only organizations with an account are charged. */
  readonly items: readonly ActiveItem[];
}

export async function readOutlook(
  { clock, priceList, tierOf }: Pick<BillingDeps, 'clock' | 'priceList' | 'tierOf'>,
  tx: Tx,
  organizationId: OrganizationId,
): Promise<CreditsOutlook> {
  const account = await findAccount(tx, organizationId);
  const mgmtTier = await tierOf(tx, organizationId);
  const credits = await creditsOf(tx, organizationId);
  const items = account ? await activeItems(tx, organizationId, mgmtTier, priceList) : [];
  const ends = creditsEnd(credits, items, clock.now());
  return {
    account,
    mgmtTier,
    credits,
    items,
    endsAt: ends === undefined ? null : new Date(ends).toISOString(),
    arrears: account ? arrearsOf(account, items, { credits, now: clock.now() }) : null,
  };
}

function arrearsOf(
  { arrears_since }: AccountRow,
  items: readonly ActiveItem[],
  { credits, now }: { readonly credits: number; readonly now: number },
): BillingInformation['arrears'] {
  if (arrears_since === null) return null;
  const proUntil = new Date(Date.parse(arrears_since) + GRACE_MS).toISOString();
  const unpaid = items.filter(({ periodEnd }) => periodEnd === null || Date.parse(periodEnd) <= now);
  return { since: arrears_since, proUntil, credits: sumCredits(unpaid) + Math.max(0, -credits) };
}

export function sumCredits(items: readonly ActiveItem[]): number {
  return items.reduce((total, { credits }) => total + credits, 0);
}
