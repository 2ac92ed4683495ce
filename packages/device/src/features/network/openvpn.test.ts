import { openVpnFaults } from '@berth/contract/profile/openvpn';
import { describe, expect, test } from 'vitest';
import { readTunnel, TunnelError } from './openvpn.ts';

const PEM = (what: string) => `-----BEGIN ${what}-----\nAAAA\n-----END ${what}-----\n`;
const FULL = `
# the company's own
client
dev tun
proto udp
remote vpn.company.example 1194
remote vpn2.company.example 443 tcp
resolv-retry infinite
nobind
remote-cert-tls server
verify-x509-name "vpn company" name
cipher AES-256-GCM
auth SHA256
keepalive 10 120
auth-user-pass ; asks
key-direction 1
<ca>
${PEM('CERTIFICATE')}</ca>
<cert>
${PEM('CERTIFICATE')}</cert>
<key>
${PEM('PRIVATE KEY')}</key>
<tls-auth>
${PEM('OpenVPN Static key V1')}</tls-auth>
`;

function isMade(config: string): boolean {
  try {
    return Object.values(readTunnel(config, 'a', 'b').data).every((value) => value !== '');
  } catch (error) {
    if (error instanceof TunnelError) return false;
    throw error;
  }
}

describe('an OpenVPN client configuration', () => {
  test('is converted to NetworkManager settings', () => {
    const tunnel = readTunnel(FULL, 'grace', 'lobby');
    expect(tunnel.data).toEqual({
      'connection-type': 'password-tls',
      remote: 'vpn.company.example:1194, vpn2.company.example:443:tcp',
      dev: 'tun',
      'remote-cert-tls': 'server',
      'verify-x509-name': 'name:vpn company',
      cipher: 'AES-256-GCM',
      auth: 'SHA256',
      ping: '10',
      'ping-restart': '120',
      'ta-dir': '1',
      username: 'grace',
      'password-flags': '0',
    });
    expect(tunnel.secrets).toEqual({ password: 'lobby' });
    expect(tunnel.files.key).toBe(PEM('PRIVATE KEY'));
    expect(Object.keys(tunnel.files)).toEqual(['ca', 'cert', 'key', 'ta']);
    expect(tunnel.takesAll).toBe(true);
  });

  test('with its own routes does not take other traffic', () => {
    const routed = `remote vpn.example\nauth-user-pass\nroute 10.20.0.0 255.255.0.0\n`;
    expect(readTunnel(routed, 'a', 'b')).toMatchObject({
      routes: [{ dest: '10.20.0.0', prefix: 16 }],
      takesAll: false,
    });
    expect(readTunnel(`${routed}redirect-gateway def1\n`, 'a', 'b').takesAll).toBe(true);
  });

  test.each([
    ['up /tmp/evil.sh', '"up" is not done'],
    ['plugin /usr/lib/evil.so', '"plugin" is not done'],
    ['  down "sh -c reboot"', '"down" is not done'],
    ['ca /etc/shadow', '"ca" names a file'],
    ['auth-user-pass /etc/passwords', '"auth-user-pass" names a file'],
    ['<up>\nreboot\n</up>', '<up> is not known'],
  ])('that says %j is refused', (line, reason) => {
    expect(() => readTunnel(`${FULL}${line}\n`, '', '')).toThrow(reason);
  });

  test.each([
    FULL,
    '',
    'client\nremote vpn.example',
    'client\nauth-user-pass',
    'remote\nauth-user-pass',
    'remote ""\nauth-user-pass',
    'remote vpn.example\nauth-user-pass',
    '  --remote vpn.example\n --auth-user-pass',
    'remote vpn.example\nauth-user-pass /etc/passwords',
    'remote vpn.example\n<cert>\nA\n</cert>',
    'remote vpn.example\n<cert>\nA\n</cert>\n<key>\nB\n</key>',
    'remote vpn.example\r\n<cert>\r\nA\r\n</cert>\r\n<key>\r\nB\r\n',
    'remote vpn.example\n<cert>\nA\n<key>\nB\n</key>\n</cert>',
    '<connection>\nremote vpn.example\n</connection>\nauth-user-pass',
    ...['up', 'plugin', 'pkcs12', 'auth-user-pass', 'dh', 'UP', 'up_2', 'a.b'].map(
      (tag) => `remote vpn.example\nauth-user-pass\n<${tag}>\nx\n</${tag}>`,
    ),
    'remote vpn.example\nauth-user-pass\n</up>',
    'remote vpn.example\nauth-user-pass\n< up >\nreboot\n</ up >',
    'remote vpn.example\nauth-user-pass\nkeepalive\nport\nroute 10.0.0.0\nverify-x509-name',
    'remote vpn.example\nauth-user-pass\n"up" /bin/sh',
    'remote vpn.example\nauth-user-pass\n--config /etc/other.conf',
  ])('is refused at saving if the machine refuses it: %j', (config) => {
    // A field without a configuration is not a fault: an enabled tunnel requires one by another rule.
    const isSaved = config !== '' && openVpnFaults(config, '/config').length === 0;
    expect(isMade(config)).toBe(isSaved);
  });

  test('is refused without a server or without credentials', () => {
    expect(() => readTunnel('client\nauth-user-pass', '', '')).toThrow('names no server');
    expect(() => readTunnel('remote vpn.example', '', '')).toThrow('neither a certificate nor a user');
  });
});
