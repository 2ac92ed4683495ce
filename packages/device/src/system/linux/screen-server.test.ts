import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openDesktop } from '../../testing/desktops.ts';
import { processesMentioning } from '../../testing/folders.ts';

const PASSWORD = 'Screen7x';

async function read(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const data = socket.read(bytes) as Buffer | null;
    if (data) return data;
    await once(socket, 'readable');
  }
}

/** Performs VNC authentication (RFC 6143, 7.1 and 7.2.2) and returns the result: 0 is success. */
async function logIn(socket: Socket, password: string): Promise<number> {
  expect(String(await read(socket, 12))).toBe('RFB 003.008\n');
  socket.write('RFB 003.008\n');
  const [count = 0] = await read(socket, 1);
  expect([...(await read(socket, count))]).toEqual([2]);
  socket.write(Buffer.of(2));
  const key = Buffer.from(password.padEnd(8, '\0'), 'latin1').map(mirrored);
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null).setAutoPadding(false);
  socket.write(cipher.update(await read(socket, 16)));
  return (await read(socket, 4)).readUInt32BE();
}

/** VNC reverses the bits of each key byte. */
function mirrored(byte: number): number {
  return Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2);
}

/** The listening sockets of a process, except Unix sockets, from the kernel's tables. */
function networkListeners(pid: number): string[] {
  const fds = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  const inodes = new Set(fds.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const tables = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, 'utf8').split('\n'),
  );
  return tables.filter((line) => inodes.has(line.trim().split(/\s+/)[9] ?? ''));
}

test('serves the screen on a Unix socket only, for the right password', async () => {
  const { desktop } = await openDesktop({ size: '640x480' });
  const server = await desktop.openScreenServer(PASSWORD, 'control');
  const socket = await server.connect();
  expect(await logIn(socket, PASSWORD)).toBe(0);
  socket.write(Buffer.of(1));
  const size = await read(socket, 4);
  expect([size.readUInt16BE(0), size.readUInt16BE(2)]).toEqual([640, 480]);

  const ours = processesMentioning('rfbunixpath').filter((line) => line.includes(desktop.name));
  expect(ours).not.toEqual([]);
  expect(ours.join('\n')).not.toContain(PASSWORD);
  for (const line of ours) expect(networkListeners(Number.parseInt(line, 10))).toEqual([]);
  await server.stop();
  expect(processesMentioning('rfbunixpath').filter((line) => line.includes(desktop.name))).toEqual([]);
});

test('rejects another password', async () => {
  const { desktop } = await openDesktop({ size: '640x480' });
  const server = await desktop.openScreenServer(PASSWORD, 'view');
  expect(await logIn(await server.connect(), 'wrong')).not.toBe(0);
  await server.stop();
});
