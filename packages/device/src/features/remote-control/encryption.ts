import { createCipheriv, createDecipheriv, createECDH, createHash, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { REMOTE_KEYS, type RemoteHello, remoteTranscript } from '@berth/contract/device/remote';

/** Encrypts both directions of a tunnel, so that the cloud cannot read it (contract device/remote.ts). */
export interface Encryption {
  readonly hello: RemoteHello;
  encrypt(clear: Uint8Array): Buffer;
  /** Throws if the message is not the viewer's next one. */
  decrypt(sealed: Uint8Array): Buffer;
}

const TAG_BYTES = 16;

/** Derives shared keys with a viewer and proves the machine's identity to it. */
export function encryptionFor(
  viewer: { readonly path: string; readonly viewerKey: string },
  identity: { readonly privateKey: KeyObject; readonly publicKey: { readonly x: string } },
): Encryption {
  const ecdh = createECDH('prime256v1');
  const key = ecdh.generateKeys().toString('base64url');
  const transcript = remoteTranscript(viewer.path, viewer.viewerKey, key);
  const secret = ecdh.computeSecret(Buffer.from(viewer.viewerKey, 'base64url'));
  const salt = createHash('sha256').update(transcript).digest();
  const keyOf = (info: string) => Buffer.from(hkdfSync('sha256', secret, salt, info, 32));
  const [outward, inward] = [keyOf(REMOTE_KEYS.toViewer), keyOf(REMOTE_KEYS.toMachine)];
  let [sent, received] = [0n, 0n];
  return {
    hello: {
      version: 1,
      publicKey: identity.publicKey.x,
      key,
      signature: sign(null, Buffer.from(transcript), identity.privateKey).toString('base64url'),
    },
    encrypt(clear) {
      const cipher = createCipheriv('aes-256-gcm', outward, nonce(sent++));
      return Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(sealed) {
      const at = sealed.length - TAG_BYTES;
      if (at < 0) throw new Error('too short');
      const decipher = createDecipheriv('aes-256-gcm', inward, nonce(received++), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(at));
      return Buffer.concat([decipher.update(sealed.subarray(0, at)), decipher.final()]);
    },
  };
}

function nonce(count: bigint): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(count, 4);
  return bytes;
}
