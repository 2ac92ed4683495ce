import type { DatabaseAddress } from '../../../db/connection.ts';
import { withClient } from '../../../db/migrate.ts';
import { otherSecret } from '../../../db/secret-proof.ts';
import { createSealer } from '../../../platform/seal.ts';
import { keyContext } from './keys.ts';

/**
 * Sees that the installation's secret opens what was sealed with it, by the keys that every installation has. A database
 * in which nothing is sealed yet takes any.
 */
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
