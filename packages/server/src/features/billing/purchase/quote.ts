import { type Quote, quoteCredits } from '@berth/contract/api/billing';
import { vatOn, vatTreatment } from '@berth/contract/rules/billing';
import { type Route, route } from '../../../http/route.ts';
import { type AccountRow, findAccount } from '../account/store.ts';
import type { BillingDeps, Prices, Seller } from '../deps.ts';
import { notSetUp } from '../errors.ts';

/** What credits cost the account's company, with the VAT that is due where it is. */
export function quoteFor(
  { country }: Pick<AccountRow, 'country'>,
  credits: number,
  { prices, seller }: { readonly prices: Prices; readonly seller: Seller },
): Quote {
  const vatTreatmentHere = vatTreatment(seller.country, country);
  const vatRate = vatTreatmentHere === 'domestic' ? prices.vatPercent : 0;
  const net = credits * prices.credit;
  const vat = vatOn(net, vatRate);
  return {
    credits,
    net,
    vat,
    vatRate,
    vatTreatment: vatTreatmentHere,
    gross: net + vat,
    currency: prices.currency,
  };
}

export function quoteRoute(deps: BillingDeps): Route {
  return route(quoteCredits, async ({ query, tx, organizationId }) => {
    const account = await findAccount(tx, organizationId);
    if (!account) throw notSetUp();
    return quoteFor(account, query.credits, deps);
  });
}
