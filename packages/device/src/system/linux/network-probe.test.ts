import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testPages } from '../../testing/pages.ts';
import { defaultRoute4, defaultRoute6, linuxNetworkProbe, pingHost } from './network-probe.ts';

const HEAD = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n';

test('a default route counts if it is up and has a gateway', () => {
  expect(defaultRoute4(`${HEAD}eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\n`)).toBe(true);
  expect(defaultRoute4(`${HEAD}eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\n`)).toBe(false);
  expect(defaultRoute4(`${HEAD}eth0\t00000000\t010200C0\t0002\t0\t0\t0\t00000000\n`)).toBe(false);
  expect(defaultRoute4(HEAD)).toBe(false);
});

test('an IPv6 route counts too, but not the default unreachable one', () => {
  const none = '0'.repeat(32);
  const gateway = 'fe800000000000000000000000000001';
  expect(defaultRoute6(`${none} 00 ${none} 00 ${gateway} 00000400 1 0 00000003     eth0\n`)).toBe(true);
  expect(defaultRoute6(`${none} 00 ${none} 00 ${none} ffffffff 1 0 00200200       lo\n`)).toBe(false);
});

test('the internet is up if the probe gets any response', async () => {
  const { url } = await testPages({ '/': '' });
  expect(await linuxNetworkProbe(new URL(`${url}/missing`)).internet()).toBe('ok');
  expect(await linuxNetworkProbe(new URL('http://127.0.0.1:9/')).internet()).toBe('error');
});

test('the clock is wrong if it differs from a response’s Date by more than ten minutes', async () => {
  let aheadMs = 0;
  const site = await standIn((_request, reply) => {
    reply.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
    reply.end();
  });
  const { internet, clock } = linuxNetworkProbe(site.url);
  expect(clock()).toBe('unknown');
  for (const [ahead, expected] of [
    [0, 'ok'],
    [11 * 60_000, 'error'],
    [-365 * 86_400_000, 'error'],
    [5 * 60_000, 'ok'],
  ] as const) {
    aheadMs = ahead;
    await internet();
    expect(clock(), String(ahead)).toBe(expected);
  }
});

test('internet probes reuse their connection', async () => {
  const site = await standIn((_request, reply) => reply.end());
  const { internet } = linuxNetworkProbe(site.url);
  expect([await internet(), await internet(), await internet()]).toEqual(['ok', 'ok', 'ok']);
  expect(site.connections()).toBe(1);
  await site.close();
  expect(await internet()).toBe('error');
});

test('replaces a dead probe connection', async () => {
  const answered = new WeakSet<object>();
  const site = await standIn(({ socket }, reply) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    reply.end();
  });
  const { internet } = linuxNetworkProbe(site.url);
  expect([await internet(), await internet()]).toEqual(['ok', 'ok']);
  expect(site.connections()).toBe(2);
});

test('an unknown name does not resolve', async () => {
  expect(await linuxNetworkProbe(new URL('http://no-such-name.invalid/')).dns()).toBe('error');
  expect(await linuxNetworkProbe(new URL('http://192.0.2.1/')).dns()).toBe('ok');
});

/** A server instead of the internet; counts its connections. */
async function standIn(answer: RequestListener) {
  let connections = 0;
  const server = createServer((request, reply) => {
    reply.setHeader('content-length', 2);
    answer(request, reply);
  }).on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(async () => {
    if (server.listening) await close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/`), connections: () => connections, close };
}

test('pings a reachable host and not an unreachable one', async () => {
  expect(await pingHost('127.0.0.1')).toBe('ok');
  expect(await pingHost('no-such-host.invalid')).toBe('error');
});

test.each(['', '-f', '; reboot', '--help', 'host name'])('%j is not a host', async (host) => {
  expect(await pingHost(host)).toBe('error');
});
