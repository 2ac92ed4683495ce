import { Writable } from 'node:stream';
import { REMOTE_CHANNEL } from '@berth/contract/device/remote';
import { expect, test, vi } from 'vitest';
import type { Shell } from '../../system/ports/shell.ts';
import type { RemoteTunnel } from './remote-tunnel.ts';
import { ShellSession } from './shell-session.ts';

test('stores a file whole when data arrives before it is opened', async () => {
  const opened = Promise.withResolvers<void>();
  const pieces: Buffer[] = [];
  const file = new Writable({ write: (piece, _encoding, done) => done(void pieces.push(piece)) });
  const writeFile = async (path: string) => {
    await opened.promise;
    return { path, file };
  };
  const tell = vi.fn();
  const session = new ShellSession({ tell } as unknown as RemoteTunnel, { writeFile } as unknown as Shell);
  const begun = session.obey({ type: 'put', path: '/tmp/plan', size: 6 });
  session.take(REMOTE_CHANNEL.file, Buffer.from('abc'));
  opened.resolve();
  await begun;
  session.take(REMOTE_CHANNEL.file, Buffer.from('def'));
  await vi.waitUntil(() => tell.mock.calls.some(([{ type }]) => type === 'stored'), 60_000);
  expect(Buffer.concat(pieces).toString()).toBe('abcdef');
  expect(tell.mock.calls.map(([{ type }]) => type)).not.toContain('file-failed');
});
