import { createHash } from 'node:crypto';
import { MACHINE_TOKEN_TYPE } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { EmbeddedJWK, type JWTVerifyResult, jwtVerify } from 'jose';

const PUBLIC_KEY_BYTES = 32;

/** A valid token proves that its sender has the private key of this public key. */
export interface ProvenMachine {
  readonly id: MachineId;
  readonly publicKey: Buffer;
}

/** The ID of a raw Ed25519 public key: the first 32 hex digits of its SHA-256. */
export function machineIdOf(publicKey: Uint8Array): MachineId {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 32) as MachineId;
}

/** The expected server and nonce. */
export interface Expected {
  /** The server's public URL. */
  readonly audience: string;
  /** Checked last, because accepting a nonce uses it up. */
  accepts(nonce: string, machine: MachineId): boolean | Promise<boolean>;
}

/**
 * Verifies a machine token (contract device/messages.ts): EdDSA with its embedded key, whose hash is the ID, for this
 * server and over its nonce. Returns undefined for any fault, so that attackers learn nothing.
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
  // One encoding per key: otherwise the same key would have several IDs.
  const canonical = publicKey.length === PUBLIC_KEY_BYTES && publicKey.toString('base64url') === jwk.x;
  return canonical ? publicKey : undefined;
}
