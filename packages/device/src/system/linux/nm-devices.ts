import type { NetworkState, WifiNetwork } from '@berth/contract/bridge/network';
import type { BusService, Dictionary } from './dbus.ts';

const NAME = 'org.freedesktop.NetworkManager';
export const NM = {
  name: NAME,
  path: '/org/freedesktop/NetworkManager',
  settingsPath: '/org/freedesktop/NetworkManager/Settings',
  settings: `${NAME}.Settings`,
  connection: `${NAME}.Settings.Connection`,
  active: `${NAME}.Connection.Active`,
  device: `${NAME}.Device`,
  wired: `${NAME}.Device.Wired`,
  wireless: `${NAME}.Device.Wireless`,
  accessPoint: `${NAME}.AccessPoint`,
  ip4: `${NAME}.IP4Config`,
} as const;

/** NMDeviceType and NMDeviceState (nm-dbus-types). */
const ETHERNET = 1;
const VETH = 20;
const WIFI = 2;
/** Container networks use veth pairs, which work like Ethernet. */
const WIRED: ReadonlySet<unknown> = new Set([ETHERNET, VETH]);
const PREPARING = 40;
const ACTIVATED = 100;
/** NM80211Mode: the adapter is an access point. */
const MODE_AP = 3;
/** NM80211ApFlags and NM80211ApSecurityFlags. */
const PRIVACY = 0x1;
const PSK = 0x100;
const ENTERPRISE = 0x200;
const SAE = 0x400;

export interface Device {
  readonly path: string;
  readonly kind: 'wired' | 'wifi';
  readonly name: string;
  readonly state: number;
  readonly properties: Dictionary;
}

/** Ethernet and Wi-Fi adapters that NetworkManager manages. */
export async function listDevices(bus: BusService): Promise<Device[]> {
  const [paths] = await bus.call(NM.path, NM.name, 'GetDevices');
  const devices = await Promise.all(
    (paths as string[]).map(async (path): Promise<Device | null> => {
      const properties = await bus.properties(path, NM.device);
      const kind = WIRED.has(properties.DeviceType) ? 'wired' : properties.DeviceType === WIFI ? 'wifi' : null;
      if (!kind || properties.Managed === false) return null;
      return { path, kind, name: String(properties.Interface), state: Number(properties.State), properties };
    }),
  );
  return devices.filter((device) => device !== null).toSorted((a, b) => a.name.localeCompare(b.name));
}

export async function describeWired(bus: BusService, device: Device): Promise<NetworkState['wired'][number]> {
  const { Carrier } = await bus.properties(device.path, NM.wired);
  return {
    device: device.name,
    carrier: Carrier === true || device.state >= ACTIVATED,
    connected: device.state === ACTIVATED,
    addresses: await addressesOf(bus, device),
  };
}

export async function describeWifi(
  bus: BusService,
  device: Device,
  enabled: boolean,
): Promise<NonNullable<NetworkState['wifi']>> {
  const wireless = await bus.properties(device.path, NM.wireless);
  const isHotspot = wireless.Mode === MODE_AP;
  const state =
    device.state === ACTIVATED
      ? isHotspot
        ? 'hotspot'
        : 'connected'
      : device.state >= PREPARING && device.state < ACTIVATED
        ? 'connecting'
        : 'disconnected';
  const ssid = await ssidOf(bus, wireless.ActiveAccessPoint);
  return { device: device.name, enabled, state, ssid, addresses: await addressesOf(bus, device) };
}

/** The networks in an adapter's range, one entry per name, strongest first. */
export async function listNetworks(bus: BusService, device: Device): Promise<(WifiNetwork & { isSaeOnly: boolean })[]> {
  const [paths] = await bus.call(device.path, NM.wireless, 'GetAllAccessPoints');
  const { ActiveAccessPoint } = await bus.properties(device.path, NM.wireless);
  const found = new Map<string, WifiNetwork & { isSaeOnly: boolean }>();
  for (const path of paths as string[]) {
    const point = await bus.properties(path, NM.accessPoint);
    const ssid = text(point.Ssid);
    const flags = Number(point.WpaFlags) | Number(point.RsnFlags);
    const network = {
      ssid,
      strength: Math.min(100, Number(point.Strength)),
      security: securityOf(Number(point.Flags), flags),
      connected: path === ActiveAccessPoint,
      isSaeOnly: (flags & SAE) !== 0 && (flags & PSK) === 0,
    };
    const known = found.get(ssid);
    const connected = network.connected || known?.connected === true;
    // Hidden networks have no name to select.
    if (ssid !== '' && (known?.strength ?? -1) < network.strength) found.set(ssid, { ...network, connected });
    else if (known) found.set(ssid, { ...known, connected });
  }
  return [...found.values()].toSorted((a, b) => b.strength - a.strength);
}

function securityOf(flags: number, security: number): WifiNetwork['security'] {
  if ((security & ENTERPRISE) !== 0) return 'enterprise';
  if ((security & (PSK | SAE)) !== 0) return 'personal';
  return (flags & PRIVACY) !== 0 && security === 0 ? 'wep' : 'none';
}

async function ssidOf(bus: BusService, path: unknown): Promise<string | null> {
  if (typeof path !== 'string' || path === '/') return null;
  return text((await bus.properties(path, NM.accessPoint)).Ssid) || null;
}

async function addressesOf(bus: BusService, { properties }: Device): Promise<string[]> {
  const path = properties.Ip4Config;
  if (typeof path !== 'string' || path === '/') return [];
  const { AddressData = [] } = await bus.properties(path, NM.ip4);
  return (AddressData as Dictionary[]).map(({ address }) => String(address));
}

function text(bytes: unknown): string {
  return Buffer.from(bytes as Uint8Array).toString('utf8');
}
