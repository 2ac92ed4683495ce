import type { UserId } from '@berth/contract/ids';
import { importJWK, SignJWT } from 'jose';
import type { Database } from '../../../db/connection.ts';
import { createSealer } from '../../../platform/seal.ts';
import { insertAccount } from '../account/store.ts';
import { loadSigningKeys } from '../provider/keys.ts';

/** A person with an account and an access token. */
export interface Person {
  readonly userId: UserId;
  readonly email: string;
  readonly token: string;
}

export type MakePerson = (about: {
  readonly email: string;
  readonly permissions?: readonly string[] | undefined;
  /** A time span as jose reads it, such as '1h'. */
  readonly lifetime: string;
}) => Promise<Person>;

/**
 * Creates people without mails and passwords, for disposable databases (the demo's and those of tests). The provider's
 * own key signs their tokens, which requires the installation's secret.
 */
export async function personMaker(db: Database, secret: Buffer, publicUrl: string): Promise<MakePerson> {
  const [jwk] = await loadSigningKeys(db.system, createSealer(secret));
  if (!jwk) throw new Error('The provider has no key');
  const key = await importJWK(jwk, 'RS256');
  return async ({ email, permissions = [], lifetime }) => {
    const account = await insertAccount(db.system, { email, passwordHash: null, language: 'eng' });
    if (!account) throw new Error(`${email} already has an account`);
    const token = await new SignJWT({ email, permissions: [...permissions] })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', ...(jwk.kid && { kid: jwk.kid }) })
      .setIssuer(`${publicUrl}/oidc`)
      .setAudience(`${publicUrl}/api`)
      .setSubject(account.userId)
      .setIssuedAt()
      .setExpirationTime(lifetime)
      .sign(key);
    return { userId: account.userId, email, token };
  };
}
