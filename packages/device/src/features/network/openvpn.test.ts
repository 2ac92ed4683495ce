import { describe, expect, test } from 'vitest';
import { readTunnel } from './openvpn.ts';

const PEM = (what: string) => `-----BEGIN ${what}-----\nAAAA\n-----END ${what}-----\n`;
const FULL = `
# the harbor's own
client
dev tun
proto udp
remote vpn.harbor.example 1194
remote vpn2.harbor.example 443 tcp
resolv-retry infinite
nobind
remote-cert-tls server
verify-x509-name "vpn harbor" name
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

describe('an OpenVPN client configuration', () => {
  test('is converted to NetworkManager settings', () => {
    const tunnel = readTunnel(FULL, 'grace', 'quay');
    expect(tunnel.data).toEqual({
      'connection-type': 'password-tls',
      remote: 'vpn.harbor.example:1194, vpn2.harbor.example:443:tcp',
      dev: 'tun',
      'remote-cert-tls': 'server',
      'verify-x509-name': 'name:vpn harbor',
      cipher: 'AES-256-GCM',
      auth: 'SHA256',
      ping: '10',
      'ping-restart': '120',
      'ta-dir': '1',
      username: 'grace',
      'password-flags': '0',
    });
    expect(tunnel.secrets).toEqual({ password: 'quay' });
    expect(tunnel.files.key).toBe(PEM('PRIVATE KEY'));
    expect(Object.keys(tunnel.files)).toEqual(['ca', 'cert', 'key', 'ta']);
    expect(tunnel.takesAll).toBe(true);
  });

  test('with its own routes leaves other traffic alone', () => {
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

  test('is refused without a server or without credentials', () => {
    expect(() => readTunnel('client\nauth-user-pass', '', '')).toThrow('names no server');
    expect(() => readTunnel('remote vpn.example', '', '')).toThrow('neither a certificate nor a user');
  });
});
