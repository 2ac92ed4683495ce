import type { UserId } from '@berth/contract/ids';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Logger } from '../../../platform/logger.ts';

/** The permissions in a person's access token: platform:admin (spec chapter 6). Addresses are in lower case. */
export type PermissionsOf = (userId: UserId, email: string) => Promise<string[]>;

/**
 * Platform administrators are configured by address and bound to the first person who logs in with it: a later owner of
 * the address gets no rights. Removing an address from the configuration removes the binding.
 */
export async function createPlatformAdmins(
  db: Kysely<DB>,
  emails: readonly string[],
  logger: Logger,
): Promise<PermissionsOf> {
  const configured = new Set(emails);
  await sql`DELETE FROM identity.platform_admins WHERE email <> ALL (${[...configured]}::text[])`.execute(db);

  return async (userId, email) => {
    if (!configured.has(email)) return [];
    const bound = await sql`
      INSERT INTO identity.platform_admins (email, user_id) VALUES (${email}, ${userId})
      ON CONFLICT (email) DO NOTHING`.execute(db);
    if (bound.numAffectedRows === 1n) {
      logger.info({ userId }, 'A platform administrator has signed in for the first time');
      return [PLATFORM_ADMIN];
    }
    const { rows } = await sql`
      SELECT 1 FROM identity.platform_admins WHERE email = ${email} AND user_id = ${userId}`.execute(db);
    if (rows.length === 1) return [PLATFORM_ADMIN];
    logger.warn({ userId }, "Another person has a platform administrator's address and gets no administrator rights");
    return [];
  };
}
