import { randomUUID } from 'node:crypto';
import type { UserId } from '@berth/contract/ids';
import { importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../db/connection.ts';
import { loadSigningKeys } from '../features/identity/provider/keys.ts';
import { createSealer } from '../platform/seal.ts';

/** Somebody with an account and an access token, as if they had signed up and logged in. */
export interface Person {
  readonly userId: UserId;
  readonly email: string;
  readonly token: string;
}

/** Makes people without mails and passwords: the provider's own key signs their tokens. */
export type MakePerson = (about?: {
  readonly email?: string;
  readonly permissions?: readonly string[];
}) => Promise<Person>;

export async function personMaker(db: Database, secret: Buffer, publicUrl: string): Promise<MakePerson> {
  const [jwk] = await loadSigningKeys(db.system, createSealer(secret));
  if (!jwk) throw new Error('The provider has no key');
  const key = await importJWK(jwk, 'RS256');
  return async ({ email = `${randomUUID()}@example.org`, permissions = [] } = {}) => {
    const userId = randomUUID() as UserId;
    await sql`insert into identity.accounts (user_id, email, language) values (${userId}, ${email}, 'eng')`.execute(
      db.system,
    );
    const token = await new SignJWT({ email, permissions })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', ...(jwk.kid && { kid: jwk.kid }) })
      .setIssuer(`${publicUrl}/oidc`)
      .setAudience(`${publicUrl}/api`)
      .setSubject(userId)
      .setIssuedAt()
      // Beyond any time that a test moves its clock to.
      .setExpirationTime('2y')
      .sign(key);
    return { userId, email, token };
  };
}
