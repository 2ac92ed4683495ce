import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import { CREDIT_PERIOD_MS } from '@berth/contract/rules/billing';
import type { Tx } from '../../../db/connection.ts';
import { lockOrganization } from '../../../db/organization-lock.ts';
import { asSystem, inTenant } from '../../../db/transaction.ts';
import { forEach, startJob } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type AccountRow, lockIdleAccount, saveArrears } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { creditsOf } from '../ledger/balance.ts';
import { post, transfer } from '../ledger/post.ts';
import { type ActiveItem, activeItems, type ItemPrice } from './price-list.ts';
import { billedOrganizations, type Charge, insertCharges } from './store.ts';

/** Charges per transaction: limits how long the account stays locked. */
const BATCH = 500;
/** Up to this gap, a period starts at the end of the previous one, so that no day is free or charged twice. */
const SEAMLESS_MS = 86_400_000;

export interface ChargeInput {
  readonly account: AccountRow;
  readonly tier: MgmtTier;
  readonly prices: readonly ItemPrice[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Charges due items of an account that the transaction has locked. Items that the credits do not cover stay due and put
 * the account in arrears. True if there is more to charge.
 */
export async function chargeDue(tx: Tx, { account, tier, prices, now }: ChargeInput): Promise<boolean> {
  const organizationId = account.organization_id;
  const items = await activeItems(tx, organizationId, tier, prices);
  const due = items.filter(({ periodEnd }) => periodEnd === null || Date.parse(periodEnd) <= now);
  const balance = await creditsOf(tx, organizationId);
  const { covered, uncovered } = split(due, balance);
  const charges = covered.slice(0, BATCH).map((item) => chargeOf(item, now));
  await book(tx, organizationId, charges, now);
  if (covered.length > BATCH) return true;
  const isCovered = uncovered.length === 0 && balance >= 0;
  if (!isCovered && account.arrears_since === null) await saveArrears(tx, organizationId, new Date(now));
  if (isCovered && account.arrears_since !== null) await saveArrears(tx, organizationId, null);
  return false;
}

/** Charges all due items in the transaction that changed the credits. */
export async function chargeAllDue(
  tx: Tx,
  { clock, lockTier, priceList }: Pick<BillingDeps, 'clock' | 'lockTier' | 'priceList'>,
  account: AccountRow,
): Promise<void> {
  // Payments and refunds also arrive for deleted organizations; nothing is charged then.
  if (!(await lockOrganization(tx, account.organization_id))) return;
  const tier = await lockTier(tx, account.organization_id);
  for (let more = true; more; ) more = await chargeDue(tx, { account, tier, prices: priceList, now: clock.now() });
}

function split(due: readonly ActiveItem[], balance: number): { covered: ActiveItem[]; uncovered: ActiveItem[] } {
  const covered: ActiveItem[] = [];
  const uncovered: ActiveItem[] = [];
  let left = balance;
  for (const item of due) {
    // Free items are covered even while credits are owed.
    if (item.credits === 0 || item.credits <= left) {
      covered.push(item);
      left -= item.credits;
    } else uncovered.push(item);
  }
  return { covered, uncovered };
}

function chargeOf({ machineId, machineName, item, credits, number, periodEnd }: ActiveItem, now: number): Charge {
  const last = periodEnd === null ? undefined : Date.parse(periodEnd);
  const start = last !== undefined && now - last < SEAMLESS_MS ? last : now;
  return {
    id: randomUUID(),
    machineId,
    machineName,
    item,
    number: number + 1,
    credits,
    periodStart: new Date(start).toISOString(),
    periodEnd: new Date(start + CREDIT_PERIOD_MS).toISOString(),
    bookingId: credits === 0 ? null : randomUUID(),
  };
}

async function book(tx: Tx, organizationId: OrganizationId, charges: readonly Charge[], now: number): Promise<void> {
  const bookings = charges.flatMap(({ bookingId, machineId, machineName, item, number, credits }) =>
    bookingId === null
      ? []
      : {
          id: bookingId,
          key: `charge:${machineId}:${item}:${number}`,
          kind: 'charge' as const,
          description: `${item} · ${machineName}`,
          author: 'charging',
          at: now,
          postings: transfer('credit', 'credits', 'credits-used', credits),
        },
  );
  await post(tx, organizationId, bookings);
  await insertCharges(tx, organizationId, charges);
}

const EVERY_MS = 300_000;

type ChargingDeps = Pick<BillingDeps, 'db' | 'clock' | 'priceList' | 'lockTier'>;

/** Charges all due items of one organization, in as many transactions as needed. */
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
  const billed = await asSystem(deps.db, billedOrganizations);
  await forEach(billed, (organizationId) => chargeOrganization(deps, organizationId));
}

export function startCharging(deps: ChargingDeps, logger: Logger): { stop(): Promise<void> } {
  return startJob('billing.charge', EVERY_MS, () => chargeAll(deps), logger);
}
