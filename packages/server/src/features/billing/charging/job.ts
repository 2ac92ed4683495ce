import type { OrganizationId } from '@berth/contract/ids';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { startJob } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import { lockIdleAccount } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { chargeDue } from './charge.ts';
import { billedOrganizations } from './store.ts';

const EVERY_MS = 300_000;

type ChargingDeps = Pick<BillingDeps, 'db' | 'clock' | 'priceList' | 'lockTier'>;

/** Charges one organization for all that is due, in as many transactions as it takes. */
async function chargeOrganization(deps: ChargingDeps, organizationId: OrganizationId): Promise<void> {
  for (let more = true; more; ) {
    more = await inTenant(deps.db, { organizationId }, async (tx) => {
      // The holder of the lock charges it, or the next run does.
      const account = await lockIdleAccount(tx, organizationId);
      if (!account) return false;
      const tier = await deps.lockTier(tx, organizationId);
      return chargeDue(tx, { account, tier, prices: deps.priceList, now: deps.clock.now() });
    });
  }
}

/**
 * Charges all organizations. Any number of servers can run this concurrently, and crash at any point: nothing is
 * charged twice.
 */
export async function chargeAll(deps: ChargingDeps): Promise<void> {
  for (const organizationId of await asSystem(deps.db, billedOrganizations)) {
    await chargeOrganization(deps, organizationId);
  }
}

export function startCharging(deps: ChargingDeps, logger: Logger): { stop(): Promise<void> } {
  return startJob('billing.charge', EVERY_MS, () => chargeAll(deps), logger);
}
