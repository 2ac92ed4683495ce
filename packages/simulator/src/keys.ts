import { createHash, createPrivateKey } from 'node:crypto';
import { type Identity, identityOf } from '@berth/device/state/identity';

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key of a fleet's machine that follows from a text: whoever knows the text has the same fleet again. */
export function identityFrom(text: string, index: number): Identity {
  const seed = createHash('sha256').update(`${text}\n${index}`).digest();
  return identityOf(createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' }));
}
