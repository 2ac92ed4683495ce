import { changeBilling, createBilling, readBilling, setUpPayment } from '@berth/contract/api/billing';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { enteredDetails, requireAdministrator } from './policy.ts';
import { payerOf, presentAccount } from './present.ts';
import { changeAccount, findAccount, insertAccount, lockAccount, saveCustomer, savePaymentMethod } from './store.ts';

export function readBillingRoute({ provider }: BillingDeps): Route {
  return route(readBilling, async ({ tx, organizationId, caller }) =>
    presentAccount(await findAccount(tx, organizationId), caller, provider),
  );
}

export function createBillingRoute({ provider, clock }: BillingDeps): Route {
  return route(createBilling, async ({ body, caller, tx, organizationId }) => {
    const entered = enteredDetails(body);
    if (!(await insertAccount(tx, organizationId, caller, entered, new Date(clock.now())))) {
      throw new ApiError('billing-already-set-up', 'The organization already has a billing account.');
    }
    return presentAccount(await findAccount(tx, organizationId), caller, provider);
  });
}

export function changeBillingRoute({ provider, clock }: BillingDeps): Route {
  return route(changeBilling, async ({ body, caller, tx, organizationId, audit }) => {
    const before = requireAdministrator(await lockAccount(tx, organizationId), caller);
    await changeAccount(tx, before, enteredDetails(body), new Date(clock.now()));
    const after = presentAccount(await findAccount(tx, organizationId), caller, provider);
    audit({ before: presentAccount(before, caller, provider).details, after: after.details });
    return after;
  });
}

export function setUpPaymentRoute({ provider, clock, returnUrl }: BillingDeps): Route {
  return route(setUpPayment, async ({ caller, tx, organizationId }) => {
    const account = requireAdministrator(await findAccount(tx, organizationId), caller);
    // No row is locked during the provider's call.
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
