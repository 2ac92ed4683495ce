import { type OpenVpnBlock, openVpnFaultText, readOpenVpn } from '@berth/contract/profile/openvpn';
import type { TunnelPlan } from '../../system/ports/network.ts';

/** A client configuration that the machine does not support. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';
}

/** OpenVPN options with one value, by NetworkManager's names for them (nm-openvpn's service definitions). */
const VALUES: Readonly<Record<string, string>> = {
  port: 'port',
  rport: 'port',
  dev: 'dev',
  'dev-type': 'dev-type',
  cipher: 'cipher',
  'data-ciphers': 'data-ciphers',
  'ncp-ciphers': 'data-ciphers',
  'data-ciphers-fallback': 'data-ciphers-fallback',
  auth: 'auth',
  'tls-cipher': 'tls-cipher',
  'tls-version-min': 'tls-version-min',
  'remote-cert-tls': 'remote-cert-tls',
  'ns-cert-type': 'ns-cert-type',
  'key-direction': 'ta-dir',
  'tun-mtu': 'tunnel-mtu',
  fragment: 'fragment-size',
  mssfix: 'mssfix',
  'reneg-sec': 'reneg-seconds',
  ping: 'ping',
  'ping-restart': 'ping-restart',
  'connect-timeout': 'connect-timeout',
  'server-poll-timeout': 'connect-timeout',
  compress: 'compress',
  'comp-lzo': 'comp-lzo',
  'allow-compression': 'allow-compression',
};
const FLAGS: Readonly<Record<string, string>> = { 'remote-random': 'remote-random', float: 'float' };
/** NetworkManager's option names for the inline files of a configuration. */
const INLINE: Readonly<Record<OpenVpnBlock, string>> = {
  ca: 'ca',
  cert: 'cert',
  key: 'key',
  'tls-auth': 'ta',
  'tls-crypt': 'tls-crypt',
  'tls-crypt-v2': 'tls-crypt-v2',
};
/**
 * Converts an OpenVPN client configuration to tunnel settings. Skips options that have no meaning for NetworkManager's
 * client.
 * @throws TunnelError
 */
export function readTunnel(config: string, user: string, password: string): TunnelPlan {
  const { lines, blocks, faults } = readOpenVpn(config);
  const [fault] = faults;
  if (fault) throw new TunnelError(openVpnFaultText(fault));
  const data: Record<string, string> = {};
  const remotes: string[] = [];
  const routes: { dest: string; prefix: number }[] = [];
  let asksForUser = false;
  let wantsAll = false;
  for (const [word = '', ...values] of lines) {
    const [first = ''] = values;
    if (word === 'remote' && first !== '') remotes.push(values.slice(0, 3).join(':'));
    else if (word === 'proto' && first.startsWith('tcp')) data['proto-tcp'] = 'yes';
    else if (word === 'verify-x509-name' && first !== '') data[word] = `${values[1] ?? 'subject'}:${first}`;
    else if (word === 'keepalive' && values[1]) Object.assign(data, { ping: first, 'ping-restart': values[1] });
    else if (word === 'auth-user-pass') asksForUser = true;
    else if (word === 'redirect-gateway') wantsAll = true;
    else if (word === 'route' && isAddress(first)) routes.push({ dest: first, prefix: prefixOf(values[1]) });
    else if (FLAGS[word]) data[FLAGS[word]] = 'yes';
    else if (VALUES[word]) data[VALUES[word]] = first || 'yes';
  }
  const files = Object.fromEntries(Object.entries(blocks).map(([tag, text]) => [INLINE[tag as OpenVpnBlock], text]));
  const hasCertificate = 'cert' in files && 'key' in files;
  return {
    data: {
      ...data,
      remote: remotes.join(', '),
      'connection-type': !hasCertificate ? 'password' : asksForUser ? 'password-tls' : 'tls',
      ...(asksForUser ? { username: user, 'password-flags': '0' } : {}),
    },
    secrets: asksForUser ? { password } : {},
    files,
    routes,
    // As OpenVPN does: with explicit routes and no default route, other traffic stays outside the tunnel.
    takesAll: wantsAll || routes.length === 0,
  };
}

function isAddress(text: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text);
}

// The prefix length of a netmask; 32 without one.
function prefixOf(mask: string | undefined): number {
  if (!mask || !isAddress(mask)) return 32;
  return mask.split('.').reduce((bits, part) => bits + Number(part).toString(2).replaceAll('0', '').length, 0);
}
