import { changeBillingAdministrator } from '@berth/contract/api/billing';
import { roleMay } from '@berth/contract/rules/permissions';
import { normalizeEmail } from '@berth/contract/rules/text';
import { sql } from 'kysely';
import { inTenant } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';
import { requirePlatformAdministrator } from '../../../http/authentication.ts';
import { type Route, route } from '../../../http/route.ts';
import { lockAccount, saveAdministrator } from '../account/store.ts';
import type { BillingDeps } from '../deps.ts';
import { noSuchOrganization } from '../errors.ts';

/** What the specification leaves to support: the new billing administrator is a member who may manage billing. */
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
        throw new ApiError('not-found', 'No member who may manage billing has this address.');
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
