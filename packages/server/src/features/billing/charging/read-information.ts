import { readBillingInformation } from '@berth/contract/api/billing';
import type { BillingInformation } from '@berth/contract/api/billing-information';
import { CREDIT_PERIOD_DAYS } from '@berth/contract/limits';
import { billingStateOf, GRACE_MS } from '@berth/contract/rules/billing';
import { type Route, route } from '../../../http/route.ts';
import { factsOf } from '../account/present.ts';
import { type AccountRow, findAccount } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { creditsOf } from '../ledger/balance.ts';
import { creditsEnd, creditsForecast } from './forecast.ts';
import { type ActiveItem, activeItems } from './price-list.ts';

export function readInformationRoute({ clock, prices, priceList, tierOf }: BillingDeps): Route {
  return route(readBillingInformation, async ({ tx, organizationId }) => {
    const account = await findAccount(tx, organizationId);
    const mgmtTier = await tierOf(tx, organizationId);
    const credits = await creditsOf(tx, organizationId);
    // Only organizations with an account are charged.
    const items = account ? await activeItems(tx, organizationId, mgmtTier, priceList) : [];
    const ends = creditsEnd(credits, items, clock.now());
    return {
      state: billingStateOf(account && factsOf(account)),
      mgmtTier,
      credits,
      creditsPerPeriod: sum(items),
      periodDays: CREDIT_PERIOD_DAYS,
      endsAt: ends === undefined ? null : new Date(ends).toISOString(),
      forecast: creditsForecast(credits, items, clock.now()).map(({ at, credits: left }) => ({
        at: new Date(at).toISOString(),
        credits: left,
      })),
      arrears: account ? arrearsOf(account, items, { credits, now: clock.now() }) : null,
      proCredits: prices.proCredits,
      creditPrice: prices.credit,
      currency: prices.currency,
    };
  });
}

function arrearsOf(
  { arrears_since }: AccountRow,
  items: readonly ActiveItem[],
  { credits, now }: { readonly credits: number; readonly now: number },
): BillingInformation['arrears'] {
  if (arrears_since === null) return null;
  const proUntil = new Date(Date.parse(arrears_since) + GRACE_MS).toISOString();
  const unpaid = items.filter(({ periodEnd }) => periodEnd === null || Date.parse(periodEnd) <= now);
  return { since: arrears_since, proUntil, credits: sum(unpaid) + Math.max(0, -credits) };
}

function sum(items: readonly ActiveItem[]): number {
  return items.reduce((total, { credits }) => total + credits, 0);
}
