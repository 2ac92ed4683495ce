import { createHash, createPublicKey } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MACHINE_TOKEN_TYPE } from '@berth/contract/device/messages';
import { importJWK, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { machineToken } from '../link/registration.ts';
import { testFolder } from '../testing/folders.ts';
import { openIdentity } from './identity.ts';

test('keeps its key and ID, readable by its owner only', async () => {
  const folder = await testFolder();
  const first = await openIdentity(folder);
  const again = await openIdentity(folder);
  expect(again.id).toBe(first.id);
  expect((await stat(join(folder, 'machine.key'))).mode & 0o777).toBe(0o600);
  const der = createPublicKey(await readFile(join(folder, 'machine.key'), 'utf8')).export({
    type: 'spki',
    format: 'der',
  });
  // The last 32 bytes of an Ed25519 SubjectPublicKeyInfo are the raw key (RFC 8410).
  expect(first.id).toBe(createHash('sha256').update(der.subarray(-32)).digest('hex').slice(0, 32));
});

test('does not silently replace an invalid key file', async () => {
  const folder = await testFolder();
  await writeFile(join(folder, 'machine.key'), 'nonsense');
  await expect(openIdentity(folder)).rejects.toThrow();
});

test('a machine token proves the ID over the given nonce', async () => {
  const identity = await openIdentity(await testFolder());
  const token = await machineToken(identity, 'nonce-1', 'https://berth.example');
  const { payload, protectedHeader } = await jwtVerify(token, await importJWK({ ...identity.publicKey }, 'EdDSA'));
  expect(payload).toEqual({ nonce: 'nonce-1', sub: identity.id, aud: 'https://berth.example' });
  expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: MACHINE_TOKEN_TYPE, jwk: identity.publicKey });
});
