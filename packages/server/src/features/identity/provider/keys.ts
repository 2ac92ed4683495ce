import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Kysely, sql } from 'kysely';
import type { DatabaseAddress } from '../../../db/connection.ts';
import { withClient } from '../../../db/migrate.ts';
import { otherSecret } from '../../../db/roles.ts';
import type { DB } from '../../../db/schema.ts';
import { createSealer, type Sealer } from '../../../platform/seal.ts';

/** Verifying RS256 costs half of ES256, and every API call verifies a token. */
const ALGORITHM = 'RS256';
const MODULUS_BITS = 2048;

interface SealedKey {
  readonly key_id: string;
  readonly sealed: string;
}

/**
 * The provider's private signing keys, newest first. The first start creates one; concurrent starts wait for the lock
 * row and use it.
 */
export async function loadSigningKeys(db: Kysely<DB>, sealer: Sealer): Promise<JWK[]> {
  return db.transaction().execute(async (tx) => {
    await sql`SELECT name FROM identity.locks WHERE name = 'signing_keys' FOR UPDATE`.execute(tx);
    const { rows } = await sql<SealedKey>`
      SELECT key_id, sealed FROM identity.signing_keys ORDER BY created_at DESC`.execute(tx);
    if (rows.length > 0) {
      return rows.map(({ key_id, sealed }): JWK => JSON.parse(sealer.open(sealed, keyContext(key_id))));
    }
    const made = await makeKey();
    await sql`
      INSERT INTO identity.signing_keys (key_id, sealed)
      VALUES (${made.kid}, ${sealer.seal(JSON.stringify(made), keyContext(made.kid))})`.execute(tx);
    return [made];
  });
}

/** The sealing context of a key. */
function keyContext(keyId: string): string {
  return `signing key ${keyId}`;
}

async function makeKey(): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: MODULUS_BITS, extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: 'sig' };
}

/** Returns the public part of a key. */
export function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return {
    kty: kty ?? 'RSA',
    ...(n && { n }),
    ...(e && { e }),
    ...(kid && { kid }),
    ...(alg && { alg }),
    ...(use && { use }),
  };
}

/** Checks the installation's secret by decrypting the signing keys. A database without any accepts every secret. */
export async function proveSecret(owner: DatabaseAddress, secret: Buffer): Promise<void> {
  const keys = await withClient(owner, async (client) => {
    const { rows: tables } = await client.query("select to_regclass('identity.signing_keys') is not null as there");
    if (!tables[0]?.there) return [];
    const { rows } = await client.query<{ key_id: string; sealed: string }>(
      'select key_id, sealed from identity.signing_keys',
    );
    return rows;
  });
  const sealer = createSealer(secret);
  try {
    for (const { key_id, sealed } of keys) sealer.open(sealed, keyContext(key_id));
  } catch (cause) {
    throw otherSecret(cause);
  }
}
