import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import { GRACE_MS } from '@berth/contract/rules/billing';
import type { Tx } from '../../../db/connection.ts';
import type { Clock } from '../../../platform/clock.ts';
import { findAccount } from '../account/store.ts';

export type TierOf = (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;

/**
 * The tier whose calls an organization may use: the one it has, or free once its credits have been out for the days of
 * grace. What runs on machines goes on either way (design, "when credits run out").
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
