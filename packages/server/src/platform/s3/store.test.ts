import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type S3Stub, startS3 } from '../../testing/s3.ts';
import type { FileStore } from '../file-store.ts';
import { createS3Store } from './store.ts';

let s3: S3Stub;
let folder: string;
let store: FileStore;
beforeAll(async () => {
  s3 = await startS3();
  folder = mkdtempSync(join(tmpdir(), 'berth-s3-'));
  store = createS3Store(s3.settings, folder);
});
beforeEach(() => s3.objects.clear());
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('files in a bucket', () => {
  it('are stored, read, and deleted unchanged', async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 251));
    const halves = Readable.from([content.subarray(0, 100_000), content.subarray(100_000)]);
    expect(await store.put('debug/one', halves)).toBe(content.length);
    expect(await store.has('debug/one')).toBe(true);
    const read = await store.read('debug/one');
    expect((await buffer(read ?? Readable.from([]))).equals(content)).toBe(true);
    await store.delete('debug/one');
    expect(await store.has('debug/one')).toBe(false);
    expect(await store.read('debug/one')).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leave nothing on either side if the transfer breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half of it');
        throw new Error('The sender went away');
      })(),
    );
    await expect(store.put('debug/half', broken)).rejects.toThrow('The sender went away');
    expect(s3.objects.size).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are reported as not stored if the service is something else, which switches protocols', async () => {
    const other = createServer((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      );
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const elsewhere = createS3Store({ ...s3.settings, endpoint: new URL(`http://127.0.0.1:${port}`) }, folder);
    await expect(elsewhere.has('debug/one')).rejects.toThrow('The file storage answered 101');
    other.close();
  });

  it('are deleted when too old, on every page of the list', async () => {
    const content = Buffer.from('x');
    for (let day = 0; day < 7; day += 1) {
      s3.objects.set(`debug/${day}`, { content, changed: new Date(Date.now() - day * 86_400_000) });
    }
    // Deleting shifts the pages of the list: the next round finds objects that this one skipped.
    for (let round = 0; round < 3; round += 1) await store.forget(3.5 * 86_400_000);
    expect([...s3.objects.keys()]).toEqual(['debug/0', 'debug/1', 'debug/2', 'debug/3']);
  });

  it('fail with an error without our keys if the service rejects us', async () => {
    const stranger = createS3Store({ ...s3.settings, secretKey: 'another' }, folder);
    const refusal = await stranger.put('debug/x', Readable.from(['x'])).catch((error: unknown) => String(error));
    expect(refusal).toContain('403, SignatureDoesNotMatch');
    expect(refusal).not.toMatch(/another|secret/);
    await expect(stranger.read('debug/x')).rejects.toThrow('403');
  });
});
