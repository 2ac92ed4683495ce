import { randomUUID } from 'node:crypto';
import { changeBillingAdministrator, grantCredits } from '@berth/contract/api/billing';
import { roleMay } from '@berth/contract/rules/permissions';
import { normalizeEmail } from '@berth/contract/rules/text';
import { sql } from 'kysely';
import { lockOrganization } from '../../../db/organization-lock.ts';
import { inTenant } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { requirePlatformAdministrator } from '../../../http/authentication.ts';
import { type Route, route } from '../../../http/route.ts';
import { lockAccount, saveAdministrator } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { creditPostings, creditsOf, isBooked } from '../ledger/balance.ts';
import { post, transfer } from '../ledger/post.ts';

/** Support task of the spec: makes a member who can manage billing the billing administrator. */
export function changeAdministratorRoute({ db, recordWork }: BillingDeps): Route {
  return route(changeBillingAdministrator, async ({ params, body, caller }) => {
    requirePlatformAdministrator(caller);
    const { id: organizationId } = params;
    return inTenant(db, { organizationId }, async (tx) => {
      const account = await lockAccount(tx, organizationId);
      if (!account) throw noSuchOrganization();
      const member = await tx
        .selectFrom('memberships')
        .select(['user_id', 'email', 'role'])
        .where('organization_id', '=', organizationId)
        .where(sql<boolean>`lower(email) = ${normalizeEmail(body.email)}`)
        .executeTakeFirst();
      if (!member || !roleMay(member.role, 'billing.write')) {
        throw new ApiError('not-found', 'No member with this email address can manage billing.');
      }
      await saveAdministrator(tx, organizationId, { userId: member.user_id, email: member.email });
      await recordWork(tx, organizationId, {
        action: changeBillingAdministrator.id,
        actor: { kind: 'person', id: caller.userId, name: caller.email },
        target: { kind: 'organization', id: organizationId },
        before: { email: account.administrator_email },
        after: { email: member.email },
      });
      return { email: member.email };
    });
  });
}

export function grantCreditsRoute({ db, clock, recordWork }: BillingDeps): Route {
  return route(grantCredits, async ({ params, body, caller }) => {
    requirePlatformAdministrator(caller);
    const { id: organizationId } = params;
    const { credits, reason } = body;
    const key = `adjustment:${body.key}`;
    return inTenant(db, { organizationId }, async (tx) => {
      await lockAccount(tx, organizationId);
      if (!(await lockOrganization(tx, organizationId))) throw noSuchOrganization();
      if (credits !== 0 && !(await isBooked(tx, organizationId, key))) {
        const postings =
          credits > 0
            ? await creditPostings(tx, organizationId, 'credits-granted', credits)
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

function noSuchOrganization(): ApiError {
  return new ApiError('not-found', 'Organization not found.');
}
