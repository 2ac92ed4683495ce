import { REMOTE_KEYS, type RemoteHello, remoteTranscript } from '@berth/contract/device/remote';
import type { MachineId } from '@berth/contract/ids';

/** The other end of the connection is not the requested machine. */
export class NotTheMachineError extends Error {
  override readonly name = 'NotTheMachineError';
}

/** Our ephemeral key. */
export interface ViewerKey {
  readonly pair: CryptoKeyPair;
  /** Raw, base64url: sent to the machine. */
  readonly text: string;
}

/** Parameters of a session that both ends know in advance. */
export interface KeyExchange {
  readonly path: string;
  readonly machine: MachineId;
  readonly key: ViewerKey;
}

export async function createViewerKey(): Promise<ViewerKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  return { pair, text: encode(await crypto.subtle.exportKey('raw', pair.publicKey)) };
}

/**
 * Verifies that the machine with this ID created its key for us, and derives the keys of both directions.
 *
 * @throws NotTheMachineError if not.
 */
export async function agreeOnKeys(
  hello: RemoteHello,
  { path, machine, key }: KeyExchange,
): Promise<{ inward: CryptoKey; outward: CryptoKey }> {
  const publicKey = decode(hello.publicKey);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', publicKey));
  const id = Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const transcript = new TextEncoder().encode(remoteTranscript(path, key.text, hello.key));
  const verifier = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  const isSigned = await crypto.subtle.verify('Ed25519', verifier, decode(hello.signature), transcript);
  if (id !== machine || !isSigned) throw new NotTheMachineError('The key was not proven.');
  const theirs = await crypto.subtle.importKey(
    'raw',
    decode(hello.key),
    { name: 'ECDH', namedCurve: 'P-256' },
    false,
    [],
  );
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, key.pair.privateKey, 256);
  const secret = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
  const salt = await crypto.subtle.digest('SHA-256', transcript);
  const derive = (info: string, usage: 'encrypt' | 'decrypt') =>
    crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt, info: new TextEncoder().encode(info) },
      secret,
      { name: 'AES-GCM', length: 256 },
      false,
      [usage],
    );
  return {
    inward: await derive(REMOTE_KEYS.toViewer, 'decrypt'),
    outward: await derive(REMOTE_KEYS.toMachine, 'encrypt'),
  };
}

function encode(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
