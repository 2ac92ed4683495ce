import Type from 'typebox';
import { WIFI_SSID_MAX } from '../limits.ts';
import { equals, equalsDefault, needsText, rule, within } from './conditions.ts';
import { choice, flag, list, section } from './schema.ts';
import { domain, line, secret, wifiPassword } from './texts.ts';

/** The machine's network settings (spec chapter 3, system.network; openvpn is our addition, see docs/decisions). */

export const WIFI_MODES = ['disabled', 'client', 'hotspot'] as const;
export const WIFI_REGULATIONS = ['EU', 'UK', 'RU'] as const;

/** Name servers; if empty, those announced by the network. */
export const Dns = section({
  servers4: list(Type.String({ format: 'ipv4', maxLength: 15 }), { maxItems: 8, uniqueItems: true }),
  servers6: list(Type.String({ format: 'ipv6', maxLength: 45 }), { maxItems: 8, uniqueItems: true }),
});

// A network's name has 32 bytes (IEEE 802.11).
const ssid = () => Type.Optional(line(WIFI_SSID_MAX, { maxBytes: WIFI_SSID_MAX }));

export const WifiClient = section({
  use_system_settings: flag(true),
  ssid: ssid(),
  password: Type.Optional(wifiPassword(['ssid'])),
});

export const WifiHotspot = section({
  ssid_use_devname: flag(true),
  ssid: ssid(),
  // The machine's own network: devices need it to connect.
  password: Type.Optional(wifiPassword('fixed')),
});

export const Wifi = section(
  {
    mode: choice(WIFI_MODES, 'client'),
    client: WifiClient,
    hotspot: WifiHotspot,
    localRegulations: choice(WIFI_REGULATIONS, 'EU'),
  },
  {
    allOf: [
      rule(
        { allOf: [equalsDefault('mode', 'client'), within('client', equals('use_system_settings', false))] },
        within('client', needsText('ssid')),
      ),
      rule(
        { allOf: [equals('mode', 'hotspot'), within('hotspot', equals('ssid_use_devname', false))] },
        within('hotspot', needsText('ssid')),
      ),
    ],
  },
);

/** An OpenVPN tunnel from a client configuration file, which is secret as a whole because it may contain keys. */
export const OpenVpn = section(
  {
    enabled: flag(false),
    config: Type.Optional(secret(262_144, { sentTo: 'fixed' })),
    user: line(256, { default: '' }),
    password: Type.Optional(secret(256, { sentTo: ['config'] })),
  },
  { allOf: [rule(equals('enabled', true), needsText('config'))] },
);

export const Vpn = section({ openvpn: OpenVpn });

export const Network = section({
  dns: Dns,
  'search-domains': list(domain(), { maxItems: 16, uniqueItems: true }),
  wifi: Wifi,
  vpn: Vpn,
});
