import { changeTier, changeTierByQuery } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { MGMT_TIER_NUMBER, type MgmtTier, type OpenTier } from '@berth/contract/limits';
import { GRACE_MS, PRO_ITEM } from '@berth/contract/rules/billing';
import type { Tx } from '../../../db/connection.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { AuditNote } from '../../../http/audit.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Clock } from '../../../platform/clock.ts';
import { requireSetUp } from '../account/policy.ts';
import { findAccount, lockAccount } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { creditsOf } from '../ledger/balance.ts';
import { insufficientCredits } from '../ledger/post.ts';
import { chargeDue } from './charge.ts';
import { activeItems } from './price-list.ts';

/** Tiers by name and by number (spec chapter 3). */
const NAMED = {
  free: 'free',
  pro: 'pro',
  [MGMT_TIER_NUMBER.free]: 'free',
  [MGMT_TIER_NUMBER.pro]: 'pro',
} as const;

interface TierCall {
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  audit(note: AuditNote): void;
}

/** The specified call, a GET that changes the tier, and the same call as a POST. */
export function changeTierRoutes(deps: BillingDeps): Route[] {
  return [
    route(changeTierByQuery, (call) => switchTier(deps, call, NAMED[call.query.mgmtTier])),
    route(changeTier, (call) => switchTier(deps, call, call.body.mgmtTier)),
  ];
}

/** Pro starts when the first period of all machines is paid; the rest of a paid period is not refunded. */
async function switchTier(
  { clock, priceList, lockTier, setTier }: BillingDeps,
  { tx, organizationId, audit }: TierCall,
  tierAfter: OpenTier,
): Promise<{ mgmtTier: MgmtTier }> {
  const account = await lockAccount(tx, organizationId);
  const tier = await lockTier(tx, organizationId);
  if (tier === 'business' || tier === 'enterprise') {
    throw new ApiError('tier-set-by-operator', `Only the operator of this server can change the ${tier} tier.`);
  }
  audit({ before: { mgmtTier: tier }, after: { mgmtTier: tierAfter } });
  if (tier === tierAfter) return { mgmtTier: tier };
  if (tierAfter === 'pro') {
    const payer = requireSetUp(account);
    const now = clock.now();
    const due = (await activeItems(tx, organizationId, 'pro', priceList)).filter(
      ({ item, periodEnd }) => item === PRO_ITEM && (periodEnd === null || Date.parse(periodEnd) <= now),
    );
    const needed = due.reduce((sum, { credits }) => sum + credits, 0);
    if ((await creditsOf(tx, organizationId)) < needed) throw insufficientCredits();
    await setTier(tx, organizationId, 'pro');
    for (let more = true; more; ) more = await chargeDue(tx, { account: payer, tier: 'pro', prices: priceList, now });
  } else await setTier(tx, organizationId, 'free');
  return { mgmtTier: tierAfter };
}

type TierOf = (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;

/**
 * Returns the tier whose calls an organization can use: its own, or free once the grace period after its credits ran
 * out is over. Machines keep running either way (design, "when credits run out").
 */
export function effectiveTier(tierOf: TierOf, clock: Clock): TierOf {
  return async (tx, organizationId) => {
    const tier = await tierOf(tx, organizationId);
    if (tier === 'free') return tier;
    const account = await findAccount(tx, organizationId);
    const since = account?.arrears_since ?? null;
    return since !== null && clock.now() >= Date.parse(since) + GRACE_MS ? 'free' : tier;
  };
}
