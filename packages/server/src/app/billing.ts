import { BILLING_PAGE } from '@berth/contract/rules/billing';
import type { FastifyInstance } from 'fastify';
import type { AlertSources } from '../features/alerts/deps.ts';
import { recordWork } from '../features/audit/record.ts';
import { startVatChecks, vatService } from '../features/billing/account/vat-job.ts';
import { startCharging } from '../features/billing/charging/charge.ts';
import { readOutlook } from '../features/billing/charging/outlook.ts';
import { priceList } from '../features/billing/charging/price-list.ts';
import type { BillingDeps } from '../features/billing/deps.ts';
import { startInvoiceMails } from '../features/billing/invoice/mail-job.ts';
import { servePaymentWebhook } from '../features/billing/payment-webhook.ts';
import { billingRoutes } from '../features/billing/routes.ts';
import { findTier, lockTier, setTier } from '../features/organizations/store.ts';
import type { Route } from '../http/route.ts';
import { bankTransfer } from '../platform/payment/payment.ts';
import { openStripe } from '../platform/payment/stripe.ts';
import type { Base } from './base.ts';

export interface Billing {
  readonly routes: readonly Route[];
  /** How long the credits last; undefined for an organization without a billing account. */
  readonly readCredits: AlertSources['readCredits'];
  /** Serves the webhook of the payment provider. */
  serve(http: FastifyInstance): void;
}

/** Composes credits, charging, purchases and invoices. */
export async function createBilling(base: Base): Promise<Billing> {
  const { config, db, clock, logger, mailer, publicUrl, stops } = base;
  const { billing, proCredits } = config;
  const deps: BillingDeps = {
    db,
    clock,
    prices: { proCredits, credit: billing.creditPrice, currency: billing.currency, vatPercent: billing.vatPercent },
    priceList: priceList(proCredits),
    seller: billing.seller,
    provider: billing.stripe ? await openStripe(billing.stripe) : bankTransfer,
    returnUrl: `${publicUrl}${BILLING_PAGE}`,
    tierOf: findTier,
    lockTier,
    setTier,
    recordWork,
  };
  if (base.jobs) {
    stops.use(startCharging(deps, logger));
    stops.use(startInvoiceMails({ db, clock, mailer, logger }));
    if (billing.vatService !== undefined) {
      stops.use(startVatChecks({ ...deps, ask: vatService(billing.vatService), logger }));
    }
  }
  return {
    routes: billingRoutes(deps),
    readCredits: async (tx, organizationId) => {
      const outlook = await readOutlook(deps, tx, organizationId);
      return outlook.account && outlook;
    },
    serve: (http) => servePaymentWebhook(http, deps),
  };
}
