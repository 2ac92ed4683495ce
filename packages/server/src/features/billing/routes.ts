import type { Route } from '../../http/route.ts';
import { changeBillingRoute, createBillingRoute, readBillingRoute, setUpPaymentRoute } from './account/routes.ts';
import { changeTierRoutes } from './charging/change-tier.ts';
import { readInformationRoute } from './charging/read-information.ts';
import type { BillingDeps } from './deps.ts';
import { downloadInvoiceRoute, listInvoicesRoute } from './invoice/routes.ts';
import { changeAdministratorRoute, grantCreditsRoute } from './operator/accounts.ts';
import { bookRefundRoute } from './operator/book-refund.ts';
import { bookPaymentRoute, openInvoicesRoute } from './operator/payments.ts';
import { purchaseCreditsRoute, quoteRoute } from './purchase/purchase-credits.ts';
import { listPurchasesRoute, listUsageRoute } from './purchase/read-purchases.ts';

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
