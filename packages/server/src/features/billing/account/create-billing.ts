import { createBilling } from '@berth/contract/api/billing';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { enteredDetails } from './entered.ts';
import { presentAccount } from './present.ts';
import { findAccount, insertAccount } from './store.ts';

export function createBillingRoute({ provider, clock }: BillingDeps): Route {
  return route(createBilling, async ({ body, caller, tx, organizationId }) => {
    const entered = enteredDetails(body);
    if (!(await insertAccount(tx, organizationId, caller, entered, new Date(clock.now())))) {
      throw new ApiError('billing-already-set-up', 'The organization has a billing account already.');
    }
    return presentAccount(await findAccount(tx, organizationId), caller, provider);
  });
}
