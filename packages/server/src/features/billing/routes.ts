import type { Route } from '../../http/route.ts';
import { changeBillingRoute } from './account/change-billing.ts';
import { createBillingRoute } from './account/create-billing.ts';
import { readBillingRoute } from './account/read-billing.ts';
import { setUpPaymentRoute } from './account/set-up-payment.ts';
import { changeTierRoutes } from './charging/change-tier.ts';
import { readInformationRoute } from './charging/read-information.ts';
import type { BillingDeps } from './deps.ts';
import { downloadInvoiceRoute } from './invoice/download-invoice.ts';
import { listInvoicesRoute } from './invoice/list-invoices.ts';
import { bookPaymentRoute } from './platform/book-payment.ts';
import { bookRefundRoute } from './platform/book-refund.ts';
import { changeAdministratorRoute } from './platform/change-administrator.ts';
import { grantCreditsRoute } from './platform/grant-credits.ts';
import { openInvoicesRoute } from './platform/open-invoices.ts';
import { listPurchasesRoute } from './purchase/list-purchases.ts';
import { listUsageRoute } from './purchase/list-usage.ts';
import { purchaseCreditsRoute } from './purchase/purchase-credits.ts';
import { quoteRoute } from './purchase/quote.ts';

export function billingRoutes(deps: BillingDeps): Route[] {
  return [
    readBillingRoute(deps),
    createBillingRoute(deps),
    changeBillingRoute(deps),
    setUpPaymentRoute(deps),
    readInformationRoute(deps),
    ...changeTierRoutes(deps),
    quoteRoute(deps),
    purchaseCreditsRoute(deps),
    listPurchasesRoute,
    listUsageRoute,
    listInvoicesRoute,
    downloadInvoiceRoute,
    openInvoicesRoute(deps),
    bookPaymentRoute(deps),
    bookRefundRoute(deps),
    grantCreditsRoute(deps),
    changeAdministratorRoute(deps),
  ];
}
