import { createHash } from 'node:crypto';
import { MACHINE_TOKEN_TYPE } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { EmbeddedJWK, type JWTVerifyResult, jwtVerify } from 'jose';

const PUBLIC_KEY_BYTES = 32;

/** What a good token proves: that its sender holds the private key of this public one. */
export interface ProvenMachine {
  readonly id: MachineId;
  readonly publicKey: Buffer;
}

/** The id that belongs to a raw Ed25519 public key: the first 32 hex digits of its SHA-256. */
export function machineIdOf(publicKey: Uint8Array): MachineId {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 32) as MachineId;
}

/** Of which server a token has to be, and over which nonce. */
export interface Expected {
  /** The server's public address. */
  readonly audience: string;
  /** Asked last, when everything else about the token is right: a nonce may be good once only. */
  accepts(nonce: string, machine: MachineId): boolean | Promise<boolean>;
}

/**
 * Checks a machine token (contract device/messages.ts): EdDSA over its own embedded key, of which the id is the hash,
 * for this server and over a nonce that it gave. undefined for whatever is wrong with it, so that nobody learns what.
 */
export async function verifyMachineToken(
  token: string,
  id: MachineId,
  expected: Expected,
): Promise<ProvenMachine | undefined> {
  const verified = await jwtVerify(token, EmbeddedJWK, {
    algorithms: ['EdDSA'],
    typ: MACHINE_TOKEN_TYPE,
    audience: expected.audience,
  }).catch(() => undefined);
  const publicKey = verified && embeddedKey(verified);
  if (!publicKey || machineIdOf(publicKey) !== id) return undefined;
  const { sub, nonce } = verified.payload;
  if (sub !== id || typeof nonce !== 'string') return undefined;
  return (await expected.accepts(nonce, id)) ? { id, publicKey } : undefined;
}

function embeddedKey({ protectedHeader }: JWTVerifyResult): Buffer | undefined {
  const { jwk } = protectedHeader;
  if (jwk?.kty !== 'OKP' || jwk.crv !== 'Ed25519' || jwk.x === undefined) return undefined;
  const publicKey = Buffer.from(jwk.x, 'base64url');
  // One key has one spelling: otherwise the same key would have several ids.
  const canonical = publicKey.length === PUBLIC_KEY_BYTES && publicKey.toString('base64url') === jwk.x;
  return canonical ? publicKey : undefined;
}
