import { BILLING_PAGE } from '@berth/contract/rules/billing';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/connection.ts';
import { recordWork } from '../features/audit/record.ts';
import { startVatChecks } from '../features/billing/account/vat-job.ts';
import { vatService } from '../features/billing/account/vat-service.ts';
import { startCharging } from '../features/billing/charging/job.ts';
import { priceList } from '../features/billing/charging/price-list.ts';
import type { BillingDeps } from '../features/billing/deps.ts';
import { startInvoiceMails } from '../features/billing/invoice/mail-job.ts';
import { servePaymentWebhook } from '../features/billing/news/webhook.ts';
import { billingRoutes } from '../features/billing/routes.ts';
import { findTier, lockTier, setTier } from '../features/organizations/store.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mailer } from '../platform/mail.ts';
import { bankTransfer } from '../platform/payment/bank-transfer.ts';
import { openStripe } from '../platform/payment/stripe.ts';
import type { Stops } from './stops.ts';

export interface CommerceDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly jobs: boolean;
  readonly stops: Stops;
}

export interface Commerce {
  readonly routes: readonly Route[];
  /** Takes what the payment provider tells by itself. */
  serve(http: FastifyInstance): void;
}

/** What organizations pay for, and how. */
export async function createCommerce({
  config,
  db,
  clock,
  logger,
  mailer,
  publicUrl,
  jobs,
  stops,
}: CommerceDeps): Promise<Commerce> {
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
  if (jobs) {
    const charging = startCharging(deps, logger);
    const mails = startInvoiceMails({ db, clock, mailer, logger });
    stops.add(() => charging.stop());
    stops.add(() => mails.stop());
  }
  if (jobs && billing.vatService !== undefined) {
    const checks = startVatChecks({ ...deps, ask: vatService(billing.vatService), logger });
    stops.add(() => checks.stop());
  }
  return {
    routes: billingRoutes(deps),
    serve: (http) => servePaymentWebhook(http, deps),
  };
}
