import { createCipheriv, createECDH, createHash, hkdfSync } from 'node:crypto';
import { REMOTE_KEYS, remoteTranscript } from '@berth/contract/device/remote';
import { expect, test } from 'vitest';
import { createIdentity } from '../../state/identity.ts';
import { type Encryption, encryptionFor } from './encryption.ts';

const PATH = '/remote/1';

/** Messages to a machine, as a viewer encrypts them. */
function meet(): { readonly machine: Encryption; readonly encrypt: (text: string, number: number) => Buffer } {
  const viewer = createECDH('prime256v1');
  const viewerKey = viewer.generateKeys().toString('base64url');
  const machine = encryptionFor({ path: PATH, viewerKey }, createIdentity());
  const secret = viewer.computeSecret(Buffer.from(machine.hello.key, 'base64url'));
  const salt = createHash('sha256')
    .update(remoteTranscript(PATH, viewerKey, machine.hello.key))
    .digest();
  const key = Buffer.from(hkdfSync('sha256', secret, salt, REMOTE_KEYS.toMachine, 32));
  return {
    machine,
    encrypt(text, number) {
      const nonce = Buffer.alloc(12);
      nonce.writeUInt32BE(number, 8);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    },
  };
}

test('decrypts a viewer’s messages in order', () => {
  const { machine, encrypt } = meet();
  expect([machine.decrypt(encrypt('one', 0)), machine.decrypt(encrypt('two', 1))].map(String)).toEqual(['one', 'two']);
});

test('rejects changed, replayed, skipped, and truncated messages', () => {
  const changed = meet();
  const message = changed.encrypt('one', 0);
  message[0] = (message[0] ?? 0) ^ 1;
  expect(() => changed.machine.decrypt(message)).toThrow();
  const again = meet();
  again.machine.decrypt(again.encrypt('one', 0));
  expect(() => again.machine.decrypt(again.encrypt('one', 0))).toThrow();
  const leftOut = meet();
  expect(() => leftOut.machine.decrypt(leftOut.encrypt('two', 1))).toThrow();
  expect(() => meet().machine.decrypt(Buffer.alloc(8))).toThrow();
});

test('rejects its own messages', () => {
  const { machine } = meet();
  expect(() => machine.decrypt(machine.encrypt(Buffer.from('one')))).toThrow();
});
