import { changeBilling } from '@berth/contract/api/billing';
import { type Route, route } from '../../../http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { enteredDetails } from './entered.ts';
import { requireAdministrator } from './policy.ts';
import { presentAccount } from './present.ts';
import { changeAccount, findAccount, lockAccount } from './store.ts';

export function changeBillingRoute({ provider, clock }: BillingDeps): Route {
  return route(changeBilling, async ({ body, caller, tx, organizationId, audit }) => {
    const before = requireAdministrator(await lockAccount(tx, organizationId), caller);
    await changeAccount(tx, before, enteredDetails(body), new Date(clock.now()));
    const after = presentAccount(await findAccount(tx, organizationId), caller, provider);
    audit({ before: presentAccount(before, caller, provider).details, after: after.details });
    return after;
  });
}
