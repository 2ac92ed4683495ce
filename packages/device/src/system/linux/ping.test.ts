import { expect, test } from 'vitest';
import { pingHost } from './ping.ts';

test('a host that is there answers, one that is not does not', async () => {
  expect(await pingHost('127.0.0.1')).toBe('ok');
  expect(await pingHost('no-such-host.invalid')).toBe('error');
});

test.each(['', '-f', '; reboot', '--help', 'host name'])('%j is no host', async (host) => {
  expect(await pingHost(host)).toBe('error');
});
