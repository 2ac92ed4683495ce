import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createResolve } from './resolve.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A name server; a name's addresses are empty if it is unknown, and undefined if there is no response. */
async function nameServer(addressesOf: (name: string, type: number) => readonly number[] | undefined): Promise<string> {
  const socket = createSocket('udp4');
  ends.push(() => socket.close());
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const found = addressesOf(labels.join('.'), query.readUInt16BE(at + 1));
    if (!found) return;
    // RFC 1035, section 4: the question, and an answer that points to its name.
    const reply = Buffer.from(query.subarray(0, at + 5));
    reply.writeUInt16BE(found.length > 0 ? 0x8180 : 0x8183, 2);
    reply.writeUInt16BE(found.length > 0 ? 1 : 0, 6);
    reply.writeUInt16BE(0, 10);
    const head = [0xc0, 12, 0, query[at + 2] ?? 0, 0, 1, 0, 0, 0, 60, 0, found.length];
    socket.send(found.length > 0 ? Buffer.concat([reply, Buffer.from([...head, ...found])]) : reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

it('names whose servers do not respond delay no other lookup of this computer', async () => {
  const resolve = createResolve([await nameServer(() => undefined)]);
  let given = 0;
  for (const name of ['one', 'two', 'three', 'four']) {
    const over = () => {
      given += 1;
    };
    resolve(`${name}.example.org`).then(over, over);
  }
  expect(await resolve('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
  expect(await dns.lookup('localhost', { family: 4 })).toEqual({ address: '127.0.0.1', family: 4 });
  expect(given).toBe(0);
});

it('a name has the addresses of both families', async () => {
  const ipv6 = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  const resolve = createResolve([await nameServer((_, type) => (type === 1 ? [192, 0, 2, 7] : ipv6))]);
  expect(await resolve('hook.example.org')).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
});

it('an unknown name is reported as such', async () => {
  const resolve = createResolve([await nameServer(() => [])]);
  await expect(resolve('nobody.example.org')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('a name in the hosts file needs no name server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-hosts-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  const hosts = join(folder, 'hosts');
  writeFileSync(
    hosts,
    '# 192.0.2.1 hook.test\n192.0.2.2\tother.test Hook.test # ours\nfe80::1%eth0 x.test\n2001:db8::2 hook.test\n',
  );
  const resolve = createResolve([await nameServer(() => [192, 0, 2, 7])], hosts);
  expect(await resolve('hook.test')).toEqual([
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::2', family: 6 },
  ]);
  expect(await resolve('new.test')).toContainEqual({ address: '192.0.2.7', family: 4 });
});
