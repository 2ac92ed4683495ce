import { createECDH, createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type RemoteHello, remoteTranscript } from '@berth/contract/device/remote';
import type { MachineId } from '@berth/contract/ids';
import { expect, test } from 'vitest';
import { agreeOnKeys, createViewerKey, type KeyExchange, NotTheMachineError } from './key-agreement.ts';

/** A machine, implemented independently of our agent. */
function machine() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = privateKey.export({ format: 'jwk' });
  const id = createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 32) as MachineId;
  return { id, x, privateKey };
}

function helloTo(
  viewerKey: string,
  path: string,
  { x, privateKey }: { x: string; privateKey: KeyObject },
): RemoteHello {
  const key = createECDH('prime256v1').generateKeys().toString('base64url');
  const signature = sign(null, Buffer.from(remoteTranscript(path, viewerKey, key)), privateKey).toString('base64url');
  return { version: 1, publicKey: x, key, signature };
}

async function meeting(id: MachineId): Promise<KeyExchange> {
  return { path: '/remote/1', machine: id, key: await createViewerKey() };
}

test('the requested machine proves its key, and each direction gets a key of its own', async () => {
  const asked = machine();
  const met = await meeting(asked.id);
  const keys = await agreeOnKeys(helloTo(met.key.text, met.path, asked), met);
  expect(keys.inward.usages).toEqual(['decrypt']);
  expect(keys.outward.usages).toEqual(['encrypt']);
});

test('another machine is not accepted as the requested one', async () => {
  const met = await meeting(machine().id);
  await expect(agreeOnKeys(helloTo(met.key.text, met.path, machine()), met)).rejects.toThrow(NotTheMachineError);
});

test('a relay that substitutes its own key is detected', async () => {
  const asked = machine();
  const met = await meeting(asked.id);
  const { text: theirs } = await createViewerKey();
  await expect(agreeOnKeys(helloTo(theirs, met.path, asked), met)).rejects.toThrow(NotTheMachineError);
});

test('a signature for one session is invalid for another', async () => {
  const asked = machine();
  const met = await meeting(asked.id);
  await expect(agreeOnKeys(helloTo(met.key.text, '/remote/2', asked), met)).rejects.toThrow(NotTheMachineError);
});

test('a key replaced under the machine’s signature is detected', async () => {
  const asked = machine();
  const met = await meeting(asked.id);
  const hello = helloTo(met.key.text, met.path, asked);
  const { key } = helloTo(met.key.text, met.path, asked);
  await expect(agreeOnKeys({ ...hello, key }, met)).rejects.toThrow(NotTheMachineError);
});
