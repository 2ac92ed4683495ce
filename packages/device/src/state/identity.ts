import { createHash, createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MachineId } from '@berth/contract/ids';
import { syncFolder } from './file.ts';

/** The machine's identity: a key pair that never leaves it, and the ID derived from the public key. */
export interface Identity {
  readonly id: MachineId;
  readonly privateKey: KeyObject;
  /** The public key as a minimal JWK: kty, crv, x. */
  readonly publicKey: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };
}

/** A new identity that is not stored. */
export function createIdentity(): Identity {
  return identityOf(generateKeyPairSync('ed25519').privateKey);
}

/** The identity in `folder`, created at the first boot. Only the owner can read the key file. */
export async function openIdentity(folder: string): Promise<Identity> {
  const file = join(folder, 'machine.key');
  const pem = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (pem !== null) return identityOf(createPrivateKey(pem));
  const identity = createIdentity();
  // Written beside and renamed: a power cut at first boot leaves either no key or a valid one.
  const handle = await open(`${file}.next`, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    await handle.writeFile(identity.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.next`, file);
  await syncFolder(dirname(file));
  return identity;
}

/** First 32 hex digits of SHA-256 over the raw 32-byte public key (contract/ids). */
export function machineIdOf(x: string): MachineId {
  return createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 32) as MachineId;
}

/** The identity of a private key. Throws if it is not an Ed25519 key. */
export function identityOf(privateKey: KeyObject): Identity {
  const { x }: JsonWebKey = privateKey.export({ format: 'jwk' });
  if (x === undefined || privateKey.asymmetricKeyType !== 'ed25519') {
    throw new Error('The machine key is not an Ed25519 key.');
  }
  return { id: machineIdOf(x), privateKey, publicKey: { kty: 'OKP', crv: 'Ed25519', x } };
}
