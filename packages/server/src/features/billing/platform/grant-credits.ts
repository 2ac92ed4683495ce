import { randomUUID } from 'node:crypto';
import { grantCredits } from '@berth/contract/api/billing';
import { inTenant } from '../../../db/transaction.ts';
import { requirePlatformAdministrator } from '../../../http/authentication.ts';
import { type Route, route } from '../../../http/route.ts';
import { lockAccount } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { creditsOf, give, isBooked } from '../ledger/balance.ts';
import { post, transfer } from '../ledger/post.ts';
import { requireOrganization } from './organization.ts';

export function grantCreditsRoute({ db, clock, recordWork }: BillingDeps): Route {
  return route(grantCredits, async ({ params, body, caller }) => {
    requirePlatformAdministrator(caller);
    const { id: organizationId } = params;
    const { credits, reason } = body;
    const key = `adjustment:${body.key}`;
    return inTenant(db, { organizationId }, async (tx) => {
      await lockAccount(tx, organizationId);
      await requireOrganization(tx, organizationId);
      if (credits !== 0 && !(await isBooked(tx, organizationId, key))) {
        const postings =
          credits > 0
            ? await give(tx, organizationId, 'credits-granted', credits)
            : transfer('credit', 'credits', 'credits-granted', -credits);
        const booking = { id: randomUUID(), key, description: reason, author: caller.email, at: clock.now(), postings };
        await post(tx, organizationId, [{ ...booking, kind: 'adjustment' }]);
        await recordWork(tx, organizationId, {
          action: grantCredits.id,
          actor: { kind: 'person', id: caller.userId, name: caller.email },
          target: { kind: 'organization', id: organizationId },
          after: { credits, reason },
        });
      }
      return { credits: await creditsOf(tx, organizationId) };
    });
  });
}
