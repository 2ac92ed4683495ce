import { expect, test } from 'vitest';
import { openVpnFaults, refusedOpenVpnLines } from './openvpn.ts';

test.each([
  'up /bin/sh',
  '  route-up "/bin/sh -c id"',
  '--plugin /tmp/evil.so',
  'tls-verify x',
  'ipchange x',
  'learn-address x',
])('a line that runs something is refused by its number: %s', (line) => {
  const config = `client\n# up is only said here\n<ca>\nup inside\n</ca>\nremote vpn.example\n${line}\n`;
  expect(refusedOpenVpnLines(config)).toEqual([{ line: 7, word: expect.any(String), why: 'program' }]);
});

test('every such line becomes a fault of the field', () => {
  const faults = openVpnFaults('up a\r\nremote vpn.example\r\nca /etc/ca.pem\r\n', '/config');
  expect(faults).toMatchObject([
    { path: '/config', rule: 'openvpn-program', params: { line: 1, word: 'up' } },
    { path: '/config', rule: 'openvpn-file', params: { line: 3, word: 'ca' } },
  ]);
  expect(refusedOpenVpnLines('remote vpn.example\nauth-user-pass\nping 10\n')).toEqual([]);
});
