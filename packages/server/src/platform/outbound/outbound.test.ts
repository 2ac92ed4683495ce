import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../../testing/receiver.ts';
import { isNetwork, publicOr } from '../addresses.ts';
import { AddressError, createOutbound } from './post.ts';
import type { Resolve } from './resolve.ts';

const mayReach = publicOr([]);

describe('an address', () => {
  it.each([
    [
      '127.0.0.1',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
    ],
    [
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.7',
      '203.0.113.9',
      '224.0.0.1',
      '240.0.0.1',
      '255.255.255.255',
      '192.0.0.8',
    ],
    ['::1', '::', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1', '2001:db8::1', '100::1', '2001::1'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.1.2.3', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1', '2002:7f00:1::'],
    ['', 'localhost', '1.2.3', '0x7f000001', '2130706433', '127.1', '::ffff:0:127.0.0.1', '::7f00:1'],
  ])('that is private, reserved, or malformed is rejected: %s …', (...addresses) => {
    expect(addresses.filter(mayReach)).toEqual([]);
  });

  it('on the public internet is allowed', () => {
    const addresses = [
      '1.1.1.1',
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '::ffff:8.8.8.8',
    ];
    expect(addresses.filter((address) => !mayReach(address))).toEqual([]);
  });

  it('in a network that the operator opened is allowed, and no other private one', () => {
    const opened = publicOr(['10.1.0.0/16', '192.168.7.7', 'fd00:1::/32']);
    expect(['10.1.2.3', '192.168.7.7', '::ffff:10.1.2.3', 'fd00:1::5'].map(opened)).toEqual([true, true, true, true]);
    expect(['10.2.0.1', '192.168.7.8', '127.0.0.1', 'fd00:2::5'].map(opened)).toEqual([false, false, false, false]);
  });

  it.each([
    ['10.0.0.0/8', true],
    ['::1', true],
    ['fd00::/129', false],
    ['10.0.0.0/33', false],
    ['10.0.0/8', false],
    ['example.org', false],
    ['10.0.0.1/8/8', false],
  ])('%s is a network: %s', (text, is) => {
    expect(isNetwork(text)).toBe(is);
  });
});

describe('posting', () => {
  let inside: Receiver;
  beforeAll(async () => {
    inside = await startReceiver();
  });
  afterAll(() => inside.close());

  function post(url: string, resolve?: Resolve, networks: readonly string[] = []): Promise<number> {
    const outbound = createOutbound(publicOr(networks), resolve);
    const signal = new AbortController().signal;
    return outbound.post({ url: new URL(url), headers: {}, body: 'x', timeoutMs: 5_000, signal });
  }

  const answering = (...addresses: string[]): Resolve => {
    const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
    return async () => found;
  };

  it.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://127.1',
    'http://0',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[0:0:0:0:0:ffff:127.0.0.1]',
    'http://１２７.0.0.1',
    'http://localhost',
  ])('to %s never connects', async (address) => {
    await expect(post(`${address}:${inside.port}/`)).rejects.toThrow(AddressError);
    expect(inside.received).toEqual([]);
  });

  it.each([
    ['a private address', ['127.0.0.1']],
    ['a mapped one', ['::ffff:127.0.0.1']],
    ['a public one and a private one', ['1.1.1.1', '127.0.0.1']],
    ['no address', []],
  ])('to a name that leads to %s never connects', async (_, addresses) => {
    await expect(post(`http://hook.test:${inside.port}/`, answering(...addresses))).rejects.toThrow(AddressError);
    expect(inside.received).toEqual([]);
  });

  it('uses the checked address, even if the name resolves to another one later', async () => {
    const outside = await startReceiver('127.0.0.2', inside.port);
    let asked = 0;
    const rebinding: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
    };
    expect(await post(`http://hook.test:${inside.port}/`, rebinding, ['127.0.0.2'])).toBe(200);
    expect(outside.received).toHaveLength(1);
    await expect(post(`http://hook.test:${inside.port}/`, rebinding, ['127.0.0.2'])).rejects.toThrow(AddressError);
    expect(inside.received).toEqual([]);
    await outside.close();
  });

  it('does not follow a redirect', async () => {
    const outside = await startReceiver('127.0.0.2');
    outside.answer = { status: 307, location: `http://127.0.0.1:${inside.port}/` };
    expect(await post(`http://127.0.0.2:${outside.port}/`, undefined, ['127.0.0.2'])).toBe(307);
    expect(inside.received).toEqual([]);
    await outside.close();
  });

  it.each(['post', 'get'] as const)('ends if the receiver switches protocols: %s', async (method) => {
    const switching = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
      );
    });
    switching.listen(0, '127.0.0.1');
    await once(switching, 'listening');
    const { port } = switching.address() as AddressInfo;
    const url = new URL(`http://127.0.0.1:${port}/`);
    const outbound = createOutbound(publicOr(['127.0.0.1']));
    const { signal } = new AbortController();
    const status =
      method === 'post'
        ? await outbound.post({ url, headers: {}, body: 'x', timeoutMs: 5_000, signal })
        : (await outbound.get({ url, headers: {}, maxBytes: 1_000, signal })).status;
    expect(status).toBe(101);
    switching.close();
    await once(switching, 'close');
  });
});
