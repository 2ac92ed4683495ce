import { expect, test } from 'vitest';
import { testPages } from '../../testing/pages.ts';
import { defaultRoute4, defaultRoute6, linuxNetworkProbe } from './network-probe.ts';

const HEAD = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n';

test('a default route counts when it is up and leads through a gateway', () => {
  expect(defaultRoute4(`${HEAD}eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\n`)).toBe(true);
  expect(defaultRoute4(`${HEAD}eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\n`)).toBe(false);
  expect(defaultRoute4(`${HEAD}eth0\t00000000\t010200C0\t0002\t0\t0\t0\t00000000\n`)).toBe(false);
  expect(defaultRoute4(HEAD)).toBe(false);
});

test('so does one of IPv6, but not the unreachable one that every machine has', () => {
  const none = '0'.repeat(32);
  const gateway = 'fe800000000000000000000000000001';
  expect(defaultRoute6(`${none} 00 ${none} 00 ${gateway} 00000400 1 0 00000003     eth0\n`)).toBe(true);
  expect(defaultRoute6(`${none} 00 ${none} 00 ${none} ffffffff 1 0 00200200       lo\n`)).toBe(false);
});

test('the internet is there when its stand-in answers, whatever it says', async () => {
  const { url } = await testPages({ '/': '' });
  expect(await linuxNetworkProbe(new URL(`${url}/missing`)).internet()).toBe('ok');
  expect(await linuxNetworkProbe(new URL('http://127.0.0.1:9/')).internet()).toBe('error');
});

test('a name that nobody has does not resolve', async () => {
  expect(await linuxNetworkProbe(new URL('http://no-such-name.invalid/')).dns()).toBe('error');
  expect(await linuxNetworkProbe(new URL('http://192.0.2.1/')).dns()).toBe('ok');
});
