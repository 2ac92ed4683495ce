import { createHash, createPrivateKey } from 'node:crypto';
import { type Identity, identityOf } from '@berth/device/state/identity';

/** The PKCS #8 prefix of a 32-byte Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key of a fleet's machine from a text: the same text yields the same fleet. */
export function identityFrom(text: string, index: number): Identity {
  const seed = createHash('sha256').update(`${text}\n${index}`).digest();
  return identityOf(createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' }));
}
