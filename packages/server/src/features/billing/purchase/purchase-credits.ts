import { purchaseCredits, type Quote, quoteCredits } from '@berth/contract/api/billing';
import { purchaseCreditsMax, vatOn, vatTreatment } from '@berth/contract/rules/billing';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Collection, Demand, PaymentProvider } from '../../../platform/payment/payment.ts';
import { notSetUp, requireAdministrator, requireSetUp } from '../account/policy.ts';
import { payerOf } from '../account/present.ts';
import { type AccountRow, findAccount } from '../account/store.ts';
import type { BillingDeps, Prices, Seller } from '../deps.ts';
import { issueInvoice } from '../invoice/issue.ts';
import { newPurchase, purchaseMetadata } from './payment-metadata.ts';
import { presentPurchase } from './read-purchases.ts';
import { settle } from './settle.ts';
import { findPurchase, insertPurchase, type PurchaseRow } from './store.ts';

type Collected = Exclude<Collection, { status: 'failed' }>;

export function purchaseCreditsRoute(deps: BillingDeps): Route {
  const { provider, clock, returnUrl } = deps;
  return route(purchaseCredits, async ({ body, caller, tx, organizationId, audit }) => {
    const account = requireSetUp(requireAdministrator(await findAccount(tx, organizationId), caller));
    const { credits, key } = body;
    const known = await findPurchase(tx, organizationId, key);
    if (known) return presentPurchase(requireSame(known, credits));

    const quote = quoteFor(account, credits, deps);
    // No row is locked or written during the provider's call. After a crash, its event contains the whole purchase.
    const collected = await collect(provider, {
      key: `${organizationId}:${key}`,
      payer: payerOf(account, returnUrl),
      method: account.payment_reference,
      amount: quote.gross,
      currency: quote.currency,
      description: `${credits} credits`,
      metadata: purchaseMetadata(key, quote, caller.email),
    });
    if (collected.status === 'failed') throw new ApiError('payment-failed', collected.reason);

    const purchase: PurchaseRow = {
      ...newPurchase(organizationId, key, quote, { requestedBy: caller.email, at: clock.now() }),
      status: collected.status === 'paid' ? 'processing' : collected.status,
      action_url: collected.status === 'action-required' ? collected.url : null,
      payment_reference: referenceOf(collected),
    };
    if (await insertPurchase(tx, purchase)) {
      if (collected.status === 'awaiting-payment') await issueInvoice(tx, deps, account, purchase);
      if (collected.status === 'paid')
        await settle(tx, deps, purchase, { author: caller.email, note: collected.reference });
    }
    const saved = await findPurchase(tx, organizationId, key);
    if (!saved) throw new Error('The purchase was not saved');
    audit({ target: { kind: 'purchase', id: key }, after: presentPurchase(requireSame(saved, credits)) });
    return presentPurchase(saved);
  });
}

/** Collects the payment. If a provider without a reply took it, its event records that, so a retry is safe. */
async function collect(provider: PaymentProvider, demand: Demand): Promise<Collection> {
  try {
    return await provider.collect(demand);
  } catch (cause) {
    const message = 'The payment service is not responding. Try again: you will not be charged twice.';
    throw Object.assign(new ApiError('unavailable', message), { cause });
  }
}

function referenceOf(collected: Collected): string | null {
  return collected.status === 'awaiting-payment' ? null : collected.reference;
}

function requireSame(purchase: PurchaseRow, credits: number): PurchaseRow {
  if (purchase.credits === credits) return purchase;
  throw new ApiError('purchase-key-reused', 'This key was already used for another purchase.');
}

/** Returns the price of credits with the VAT that applies in the company's country. */
function quoteFor(
  { country }: Pick<AccountRow, 'country'>,
  credits: number,
  { prices, seller }: { readonly prices: Prices; readonly seller: Seller },
): Quote {
  requirePossible(credits, purchaseCreditsMax(prices.credit));
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

function requirePossible(credits: number, max: number): void {
  if (credits <= max) return;
  const message = `must be at most ${max} at the price of a credit`;
  const fault = { path: '/credits', rule: 'maximum', message, params: { limit: max } };
  throw new ApiError('invalid-input', `Invalid request: credits ${message}.`, [fault]);
}

export function quoteRoute(deps: BillingDeps): Route {
  return route(quoteCredits, async ({ query, tx, organizationId }) => {
    const account = await findAccount(tx, organizationId);
    if (!account) throw notSetUp();
    return quoteFor(account, query.credits, deps);
  });
}
