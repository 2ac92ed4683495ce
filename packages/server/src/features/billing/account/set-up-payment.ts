import { setUpPayment } from '@berth/contract/api/billing';
import { type Route, route } from '../../../http/route.ts';
import type { Payer } from '../../../platform/payment/payment.ts';
import type { BillingDeps } from '../deps.ts';
import { requireAdministrator } from './policy.ts';
import { presentAccount } from './present.ts';
import { type AccountRow, findAccount, saveCustomer, savePaymentMethod } from './store.ts';

/** The account as the payment provider is told of it. */
export function payerOf(account: AccountRow, returnUrl: string): Payer {
  return {
    id: account.organization_id,
    customer: account.customer_reference ?? undefined,
    name: account.company,
    email: account.email,
    returnUrl,
  };
}

export function setUpPaymentRoute({ provider, clock, returnUrl }: BillingDeps): Route {
  return route(setUpPayment, async ({ caller, tx, organizationId }) => {
    const account = requireAdministrator(await findAccount(tx, organizationId), caller);
    // Nothing is locked while the provider is asked.
    const prepared = await provider.prepare(payerOf(account, returnUrl));
    if (prepared.customer !== undefined) await saveCustomer(tx, organizationId, prepared.customer);
    if (prepared.status === 'ready') {
      await savePaymentMethod(tx, organizationId, prepared.method, new Date(clock.now()));
    }
    return {
      url: prepared.status === 'redirect' ? prepared.url : null,
      account: presentAccount(await findAccount(tx, organizationId), caller, provider),
    };
  });
}
