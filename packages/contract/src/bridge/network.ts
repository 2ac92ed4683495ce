import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { WIFI_PASSWORD_MIN, WIFI_SSID_MAX } from '../limits.ts';
import { PATTERNS } from '../profile/patterns.ts';

/** The machine's network, for the wizard and the settings screen (spec chapter 2, first-boot wizard). */

const line = (maxLength: number) => Type.String({ maxLength, pattern: PATTERNS['one-line'] });
const Ssid = Type.String({ minLength: 1, maxLength: WIFI_SSID_MAX, pattern: PATTERNS['one-line'] });
const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const WIFI_SECURITY = ['none', 'wep', 'personal', 'enterprise'] as const;
export const WIFI_EAP = ['peap', 'ttls', 'pwd', 'tls'] as const;
export const WIFI_PHASE2 = ['mschapv2', 'pap', 'gtc'] as const;

export const NetworkState = closed({
  /** Whether the network can be configured here: NetworkManager is running. */
  managed: Type.Boolean(),
  wired: Type.Array(
    closed({
      device: Type.String(),
      /** Whether a cable is connected. */
      carrier: Type.Boolean(),
      connected: Type.Boolean(),
      addresses: Type.Array(Type.String()),
    }),
  ),
  /** The first Wi-Fi adapter; null without one. */
  wifi: Nullable(
    closed({
      device: Type.String(),
      enabled: Type.Boolean(),
      state: Type.Enum(['disconnected', 'connecting', 'connected', 'hotspot']),
      ssid: Nullable(Type.String()),
      addresses: Type.Array(Type.String()),
    }),
  ),
  /** Seconds until new settings are reverted, unless the machine proves to be reachable. */
  trialSecondsLeft: Nullable(Type.Integer({ minimum: 0 })),
});
export type NetworkState = Type.Static<typeof NetworkState>;

export const WifiNetwork = closed({
  ssid: Type.String(),
  /** Percent. */
  strength: Type.Integer({ minimum: 0, maximum: 100 }),
  security: Type.Enum([...WIFI_SECURITY]),
  connected: Type.Boolean(),
});
export type WifiNetwork = Type.Static<typeof WifiNetwork>;

/** The supported settings of WPA Enterprise (IEEE 802.1X). Certificates and keys are PEM. */
export const WifiEnterprise = closed({
  eap: Type.Enum([...WIFI_EAP]),
  phase2: Nullable(Type.Enum([...WIFI_PHASE2])),
  identity: line(256),
  anonymous_identity: line(256),
  password: line(256),
  ca_certificate: Type.String({ maxLength: 16_384 }),
  client_certificate: Type.String({ maxLength: 16_384 }),
  private_key: Type.String({ maxLength: 16_384 }),
});
export type WifiEnterprise = Type.Static<typeof WifiEnterprise>;

/** Manual IPv4 settings: address with prefix length, such as 192.0.2.10/24. */
export const ManualAddress = closed({
  address: Type.String({ pattern: '^\\d{1,3}(?:\\.\\d{1,3}){3}/(?:[1-9]|[12]\\d|3[0-2])$' }),
  gateway: Nullable(Type.String({ format: 'ipv4' })),
  servers: Type.Array(Type.String({ format: 'ipv4' }), { maxItems: 8 }),
});
export type ManualAddress = Type.Static<typeof ManualAddress>;

export const ConnectWifi = closed({
  ssid: Ssid,
  hidden: Type.Optional(Type.Boolean()),
  /** WPA Personal; omitted for an open network. */
  password: Type.Optional(Type.String({ minLength: WIFI_PASSWORD_MIN, maxLength: 63, pattern: PATTERNS['one-line'] })),
  enterprise: Type.Optional(WifiEnterprise),
  manual: Type.Optional(ManualAddress),
});
export type ConnectWifi = Type.Static<typeof ConnectWifi>;

export const ConfigureWired = closed({
  device: line(15),
  /** Null for DHCP. */
  manual: Nullable(ManualAddress),
});
export type ConfigureWired = Type.Static<typeof ConfigureWired>;

export const NETWORK_METHODS = {
  get_network: { input: Nothing, output: NetworkState },
  /** Scans for some seconds. One entry per name, strongest first. */
  scan_wifi: { input: Nothing, output: Type.Array(WifiNetwork) },
  /** Replies once the machine has an address there; a failure keeps the previous settings. */
  connect_wifi: { input: ConnectWifi, output: Empty },
  configure_wired: { input: ConfigureWired, output: Empty },
} as const;
