import { randomUUID } from 'node:crypto';
import type { ConnectWifi, ManualAddress, WifiEnterprise } from '@berth/contract/bridge/network';
import type { Variant } from 'dbus-next';
import { variant } from './dbus.ts';

/** A connection's settings for NetworkManager: a{sa{sv}} (NetworkManager.conf(5), nm-settings-dbus(5)). */
export type ConnectionSettings = Record<string, Record<string, Variant>>;

/** Paths of the certificates of an enterprise network; empty if there is none. */
export interface CertificatePaths {
  readonly ca: string;
  readonly client: string;
  readonly key: string;
}

export function wifiSettings(
  id: string,
  wifi: Pick<ConnectWifi, 'ssid' | 'hidden' | 'password' | 'manual'>,
  security: { readonly isSaeOnly: boolean; readonly enterprise: ConnectionSettings[string] | null },
): ConnectionSettings {
  const { ssid, hidden = false, password, manual } = wifi;
  const keyManagement = security.enterprise ? 'wpa-eap' : security.isSaeOnly ? 'sae' : 'wpa-psk';
  const isSecured = security.enterprise !== null || password !== undefined;
  return {
    connection: connection(id, '802-11-wireless'),
    '802-11-wireless': {
      ssid: bytes(ssid),
      mode: variant('s', 'infrastructure'),
      hidden: variant('b', hidden),
    },
    ...(isSecured
      ? {
          '802-11-wireless-security': {
            'key-mgmt': variant('s', keyManagement),
            ...(password === undefined ? {} : { psk: variant('s', password) }),
          },
        }
      : {}),
    ...(security.enterprise ? { '802-1x': security.enterprise } : {}),
    ...ipSettings(manual ?? null),
  };
}

/** Settings for IEEE 802.1X. */
export function enterpriseSettings(form: WifiEnterprise, paths: CertificatePaths): ConnectionSettings[string] {
  const texts = {
    identity: form.identity,
    'anonymous-identity': form.anonymous_identity,
    password: form.eap === 'tls' ? '' : form.password,
    'private-key-password': form.eap === 'tls' ? form.password : '',
    'phase2-auth': form.phase2 ?? '',
  };
  const files = { 'ca-cert': paths.ca, 'client-cert': paths.client, 'private-key': paths.key };
  return {
    eap: variant('as', [form.eap]),
    ...Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text ? [[key, variant('s', text)]] : []))),
    ...Object.fromEntries(
      Object.entries(files).flatMap(([key, path]) => (path ? [[key, bytes(`file://${path}\0`)]] : [])),
    ),
  };
}

/** Settings of a hotspot, which assigns addresses and shares the machine's other network. */
export function hotspotSettings(id: string, ssid: string, password: string | null): ConnectionSettings {
  return {
    connection: connection(id, '802-11-wireless'),
    '802-11-wireless': { ssid: bytes(ssid), mode: variant('s', 'ap') },
    ...(password === null
      ? {}
      : { '802-11-wireless-security': { 'key-mgmt': variant('s', 'wpa-psk'), psk: variant('s', password) } }),
    ipv4: { method: variant('s', 'shared') },
    ipv6: { method: variant('s', 'ignore') },
  };
}

export function wiredSettings(id: string, device: string, manual: ManualAddress | null): ConnectionSettings {
  return {
    connection: {
      ...connection(id, '802-3-ethernet'),
      'interface-name': variant('s', device),
      'autoconnect-priority': variant('i', 10),
    },
    '802-3-ethernet': {},
    ...ipSettings(manual),
  };
}

/** Settings of search domains for every adapter: lo is always connected, and its domains are added to theirs. */
export function loopbackSettings(id: string, searchDomains: readonly string[]): ConnectionSettings {
  return {
    connection: { ...connection(id, 'loopback'), 'interface-name': variant('s', 'lo') },
    ipv4: { method: variant('s', 'auto'), 'dns-search': variant('as', searchDomains) },
    ipv6: { method: variant('s', 'auto') },
  };
}

function connection(id: string, type: string): Record<string, Variant> {
  return {
    id: variant('s', id),
    uuid: variant('s', randomUUID()),
    type: variant('s', type),
    autoconnect: variant('b', true),
  };
}

function ipSettings(manual: ManualAddress | null): ConnectionSettings {
  if (!manual) return { ipv4: { method: variant('s', 'auto') }, ipv6: { method: variant('s', 'auto') } };
  const [address = '', prefix = '24'] = manual.address.split('/');
  return {
    ipv4: {
      method: variant('s', 'manual'),
      'address-data': variant('aa{sv}', [{ address: variant('s', address), prefix: variant('u', Number(prefix)) }]),
      ...(manual.gateway ? { gateway: variant('s', manual.gateway) } : {}),
      ...(manual.servers.length > 0 ? { dns: variant('au', manual.servers.map(networkOrder)) } : {}),
    },
    ipv6: { method: variant('s', 'auto') },
  };
}

// An IPv4 address as a 32-bit value in network byte order.
function networkOrder(address: string): number {
  return Buffer.from(address.split('.').map(Number)).readUInt32LE();
}

function bytes(text: string): Variant {
  return variant('ay', Buffer.from(text));
}
