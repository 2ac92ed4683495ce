import type { AccountObstacle } from '@berth/contract/api/account';
import type { OrganizationId } from '@berth/contract/ids';
import { pseudonymOf } from '@berth/contract/rules/text';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Account } from './account.ts';

/** What stands against giving up an account. */
export async function accountObstacles(tx: Tx, { userId }: Pick<Account, 'userId'>): Promise<AccountObstacle[]> {
  const { rows } = await sql<AccountObstacle>`
    SELECT organization_id AS "organizationId", name, reason FROM account_obstacles(${userId}::uuid)`.execute(tx);
  return rows;
}

/** An organization that the person was in; deleted where nobody else was. */
export interface LeftOrganization {
  readonly organizationId: OrganizationId;
  readonly deleted: boolean;
}

/**
 * Erases a person: their place in organizations and, with the account, all that hangs on it. What they made for an
 * organization stays, under a pseudonym that leads back to nobody.
 */
export async function eraseAccount(
  tx: Tx,
  { userId, email }: Pick<Account, 'userId' | 'email'>,
  auditEntry: object,
): Promise<LeftOrganization[]> {
  const { rows } = await sql<LeftOrganization>`
    SELECT organization_id AS "organizationId", deleted
    FROM give_up_account(${userId}::uuid, ${email}, ${pseudonymOf(userId)}, ${JSON.stringify([auditEntry])}::json)`.execute(
    tx,
  );
  await sql`DELETE FROM identity.provider_records WHERE user_id = ${userId}`.execute(tx);
  await sql`DELETE FROM identity.sign_ups WHERE email = ${email}`.execute(tx);
  await sql`DELETE FROM identity.accounts WHERE user_id = ${userId}`.execute(tx);
  return rows;
}
