import { readBilling } from '@berth/contract/api/billing';
import { type Route, route } from '../../../http/route.ts';
import type { BillingDeps } from '../deps.ts';
import { presentAccount } from './present.ts';
import { findAccount } from './store.ts';

export function readBillingRoute({ provider }: BillingDeps): Route {
  return route(readBilling, async ({ tx, organizationId, caller }) =>
    presentAccount(await findAccount(tx, organizationId), caller, provider),
  );
}
