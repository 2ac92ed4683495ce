import { expect, test } from 'vitest';
import { openVpnFaults, readOpenVpn } from './openvpn.ts';

test.each([
  'up /bin/sh',
  '  route-up "/bin/sh -c id"',
  '--plugin /tmp/evil.so',
  'tls-verify x',
  'ipchange x',
  'learn-address x',
])('a line that runs something is refused by its number: %s', (line) => {
  const config = `auth-user-pass\n# up is only said here\n<ca>\nup inside\n</ca>\nremote vpn.example\n${line}\n`;
  expect(readOpenVpn(config).faults).toEqual([{ line: 7, word: expect.any(String), why: 'program' }]);
});

test('everything that a machine refuses becomes a fault of the field', () => {
  const config = 'up a\r\nclient\r\nca /etc/ca.pem\r\n<connection>\r\nremote a\r\n</connection>\r\n<key>\r\nremote b';
  expect(openVpnFaults(config, '/config')).toMatchObject([
    { path: '/config', rule: 'openvpn-program', params: { line: 1, word: 'up' } },
    { path: '/config', rule: 'openvpn-file', params: { line: 3, word: 'ca' } },
    { path: '/config', rule: 'openvpn-block', params: { line: 4, word: 'connection' } },
    { path: '/config', rule: 'openvpn-unclosed', params: { line: 7, word: 'key' } },
    { path: '/config', rule: 'openvpn-remote' },
    { path: '/config', rule: 'openvpn-credentials' },
  ]);
  expect(openVpnFaults('remote vpn.example\nauth-user-pass\nping 10\n', '/config')).toEqual([]);
  expect(openVpnFaults('', '/config')).toEqual([]);
});

test('a block is read with its lines', () => {
  const { blocks, lines } = readOpenVpn('<cert>\r\n  A\r\nup b\r\n </cert>\r\n--remote "vpn.example" 1194 # first');
  expect(blocks).toEqual({ cert: '  A\nup b\n' });
  expect(lines).toEqual([['remote', 'vpn.example', '1194']]);
});
