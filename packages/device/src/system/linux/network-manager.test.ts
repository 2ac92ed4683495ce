import { readFile, stat } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { mockNetworkManager } from '../../testing/services.ts';
import type { NetworkPlan } from '../ports/network.ts';
import { type Dictionary, variant } from './dbus.ts';
import { NetworkManager } from './network-manager.ts';
import { defaultGateway, isNeighbor, routerMacs } from './route-tables.ts';

const ROOT = '/org/freedesktop/NetworkManager';
const WLAN = `${ROOT}/Devices/mock_wlan`;
const NAME = 'org.freedesktop.NetworkManager';

/** A machine with a wired and a Wi-Fi adapter that finds these networks: name, strength, security flags. */
async function machine(...networks: [string, number, number][]) {
  const { bus, mock } = await mockNetworkManager();
  // A property that the mock's template lacks.
  await mock(ROOT, 'AddProperty', 'ssv', NAME, 'GlobalDnsConfiguration', variant('a{sv}', {}));
  await mock(ROOT, 'AddEthernetDevice', 'ssi', 'mock_eth', 'eth0', 100);
  await mock(ROOT, 'AddWiFiDevice', 'ssi', 'mock_wlan', 'wlan0', 30);
  for (const [index, [ssid, strength, security]] of networks.entries()) {
    const body = [WLAN, `ap${index}`, ssid, `00:11:22:33:44:0${index}`, 2, 2437, 54_000, strength, security];
    await mock(ROOT, 'AddAccessPoint', 'ssssuuuyu', ...body);
  }
  const connections = async () => {
    const [paths] = await bus.call(`${ROOT}/Settings`, `${NAME}.Settings`, 'ListConnections');
    const all = (paths as string[]).map(async (path) => {
      const [settings] = await bus.call(path, `${NAME}.Settings.Connection`, 'GetSettings');
      return settings as Record<string, Dictionary>;
    });
    return Promise.all(all);
  };
  const active = async () => (await bus.properties(ROOT, NAME)).ActiveConnections as string[];
  return { bus, mock, connections, active, network: new NetworkManager(await testFolder()) };
}

describe('the network of a machine', () => {
  test('is described, with nearby networks, the strongest of each name first', async () => {
    const { network } = await machine(
      ['Company', 40, 0x100],
      ['Company', 80, 0x100],
      ['Guests', 60, 0],
      ['Staff', 70, 0x200],
    );
    expect(await network.state()).toMatchObject({
      managed: true,
      wired: [{ device: 'eth0', connected: true }],
      wifi: { device: 'wlan0', enabled: true, state: 'disconnected', ssid: null },
    });
    expect(await network.scan()).toEqual([
      { ssid: 'Company', strength: 80, security: 'personal', connected: false },
      { ssid: 'Staff', strength: 70, security: 'enterprise', connected: false },
      { ssid: 'Guests', strength: 60, security: 'none', connected: false },
    ]);
  });

  test('is forgotten after a factory reset, without what others set up', async () => {
    const { network, connections, bus } = await machine(['Company', 80, 0x100]);
    await network.connectWifi({ ssid: 'Company', password: 'first-password' });
    await network.configureWired({ device: 'eth0', manual: null });
    const others = {
      connection: { id: variant('s', 'Office'), uuid: variant('s', '1'), type: variant('s', '802-3-ethernet') },
    };
    await bus.call(`${ROOT}/Settings`, `${NAME}.Settings`, 'AddConnection', 'a{sa{sv}}', [others]);
    expect(await connections()).toHaveLength(3);
    const dns = async () => (await bus.properties(ROOT, NAME)).GlobalDnsConfiguration;
    const before = await dns();
    await network.apply({ servers: ['10.1.1.1'], searchDomains: [], wifi: { mode: 'disabled' }, tunnel: null });
    expect(await dns()).not.toEqual(before);
    await network.forget();
    expect((await connections()).map(({ connection }) => connection?.id)).toEqual(['Office']);
    expect(await dns()).toEqual(before);
    expect((await bus.properties(ROOT, NAME)).WirelessEnabled).toBe(true);
  });

  test('is joined by name and password and stored', async () => {
    const { network, connections } = await machine(['Company', 80, 0x100]);
    await network.connectWifi({ ssid: 'Company', password: 'first-password' });
    await network.connectWifi({ ssid: 'Company', password: 'second-password' });
    const found = await connections();
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      connection: { id: 'Berth Company', type: '802-11-wireless', autoconnect: true },
      '802-11-wireless-security': { 'key-mgmt': 'wpa-psk', psk: 'second-password' },
      ipv4: { method: 'auto' },
    });
    expect(String(found[0]?.['802-11-wireless']?.ssid)).toBe('Company');
  });

  test('is joined with WPA Enterprise and a manual address', async () => {
    const { network, connections } = await machine(['Staff', 70, 0x200]);
    await network.connectWifi({
      ssid: 'Staff',
      enterprise: {
        eap: 'peap',
        phase2: 'mschapv2',
        identity: 'anna',
        anonymous_identity: 'anonymous',
        password: 'secret',
        ca_certificate: '-----BEGIN CERTIFICATE-----\n',
        client_certificate: '',
        private_key: '',
      },
      manual: { address: '192.0.2.10/24', gateway: '192.0.2.1', servers: ['192.0.2.53'] },
    });
    const [staff] = await connections();
    expect(staff).toMatchObject({
      '802-11-wireless-security': { 'key-mgmt': 'wpa-eap' },
      '802-1x': { eap: ['peap'], identity: 'anna', 'phase2-auth': 'mschapv2', password: 'secret' },
      ipv4: {
        method: 'manual',
        'address-data': [{ address: '192.0.2.10', prefix: 24 }],
        gateway: '192.0.2.1',
        // The in-memory form of 192.0.2.53.
        dns: [0x350200c0],
      },
    });
    expect(String(staff?.['802-1x']?.['ca-cert'])).toMatch(/^file:\/\/.*-ca\.pem\0$/);
  });

  test('a failed join leaves nothing behind', async () => {
    const { network, connections, mock } = await machine(['Company', 80, 0x100]);
    // The mock accepts every connection: this method refuses it.
    await mock(ROOT, 'AddMethod', 'sssss', NAME, 'ActivateConnection', 'ooo', 'o', "ret = '/refused'");
    await expect(network.connectWifi({ ssid: 'Company', password: 'wrong-password' })).rejects.toThrow(/not take/);
    expect(await connections()).toEqual([]);
  });
});

describe("a profile's settings", () => {
  const plan = (wifi: NetworkPlan['wifi']): NetworkPlan => ({
    servers: ['192.0.2.53', '2001:db8::53'],
    searchDomains: ['company.example'],
    wifi,
    tunnel: null,
  });

  test('apply once kept, and are removed with the plan', async () => {
    const { network, connections, bus } = await machine(['Company', 80, 0x100]);
    await network.apply(plan({ mode: 'client', ssid: 'Company', password: 'the-password' }));
    await network.keep();
    const [joined, ...others] = await connections();
    expect(others).toEqual([]);
    const psk = 'the-password';
    expect(joined).toMatchObject({ connection: { id: 'Berth profile' }, '802-11-wireless-security': { psk } });
    expect(String(joined?.['802-11-wireless']?.ssid)).toBe('Company');
    expect((await bus.properties(ROOT, NAME)).GlobalDnsConfiguration).toEqual({
      searches: ['company.example'],
      domains: { '*': { servers: ['192.0.2.53', '2001:db8::53'] } },
    });
    await network.apply(null);
    expect(await connections()).toEqual([]);
    expect((await bus.properties(ROOT, NAME)).GlobalDnsConfiguration).toEqual({});
  });

  test('are reverted if they are not kept', async () => {
    const { network, connections } = await machine(['Company', 80, 0x100], ['Counter', 80, 0x100]);
    const before = plan({ mode: 'client', ssid: 'Company', password: 'the-password' });
    await network.apply(before);
    await network.keep();
    await network.apply(plan({ mode: 'client', ssid: 'Counter', password: 'the-password' }));
    expect(await connections()).toHaveLength(2);
    await network.apply(before);
    await network.keep();
    const found = await connections();
    expect(found.map((each) => String(each['802-11-wireless']?.ssid))).toEqual(['Company']);
  });

  test('turn Wi-Fi off, and open a hotspot', async () => {
    const { network, connections, bus } = await machine();
    await network.apply(plan({ mode: 'disabled' }));
    expect((await bus.properties(ROOT, NAME)).WirelessEnabled).toBe(false);
    await network.apply(plan({ mode: 'hotspot', ssid: 'Reception', password: 'for-guests' }));
    await network.keep();
    expect((await bus.properties(ROOT, NAME)).WirelessEnabled).toBe(true);
    const [opened] = await connections();
    expect(opened).toMatchObject({
      '802-11-wireless': { mode: 'ap' },
      '802-11-wireless-security': { 'key-mgmt': 'wpa-psk', psk: 'for-guests' },
      ipv4: { method: 'shared' },
    });
    expect(String(opened?.['802-11-wireless']?.ssid)).toBe('Reception');
  });
});

describe("a profile's tunnel", () => {
  const plan = (files: Record<string, string> = {}): NetworkPlan => ({
    servers: [],
    searchDomains: [],
    wifi: { mode: 'system' },
    tunnel: {
      data: { remote: 'vpn.company.example:1194', 'connection-type': 'password-tls', username: 'grace' },
      secrets: { password: 'lobby' },
      files,
      routes: [{ dest: '10.20.0.0', prefix: 16 }],
      takesAll: false,
    },
  });

  test('is created, connects, and is removed with the plan; only root reads its keys', async () => {
    const { bus, network, connections, active } = await machine();
    await network.apply(plan({ key: 'the key' }));
    await network.keep();
    const [tunnel] = await connections();
    expect(tunnel).toMatchObject({
      connection: { id: 'Berth tunnel', type: 'vpn' },
      vpn: {
        'service-type': 'org.freedesktop.NetworkManager.openvpn',
        data: { remote: 'vpn.company.example:1194', username: 'grace' },
      },
      ipv4: { 'never-default': true, 'route-data': [{ dest: '10.20.0.0', prefix: 16 }] },
    });
    const { data } = tunnel?.vpn ?? expect.unreachable();
    const { key = '' } = data as Record<string, string>;
    const [secrets] = await bus.call(`${ROOT}/Settings/0`, `${NAME}.Settings.Connection`, 'GetSecrets', 's', ['vpn']);
    expect(secrets).toMatchObject({ vpn: { secrets: { password: 'lobby' } } });
    expect(await readFile(key, 'utf8')).toBe('the key');
    expect((await stat(key)).mode & 0o777).toBe(0o600);
    expect(await active()).toHaveLength(1);
    await network.apply(null);
    expect(await connections()).toEqual([]);
    await expect(stat(key)).rejects.toThrow('ENOENT');
  });

  test('is restarted if it dropped, and not if it is up', async () => {
    const { network, mock, active } = await machine();
    await network.apply(plan());
    await network.keep();
    await network.holdTunnel();
    const [up, ...more] = await active();
    expect(more).toEqual([]);
    await mock(ROOT, 'RemoveActiveConnection', 'oo', WLAN, up);
    expect(await active()).toEqual([]);
    await network.holdTunnel();
    expect(await active()).toHaveLength(1);
  });
});

test('reports a missing NetworkManager', async () => {
  vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', 'unix:path=/nowhere/system_bus_socket');
  const network = new NetworkManager(await testFolder());
  expect(await network.state()).toEqual({ managed: false, wired: [], wifi: null });
  await expect(network.scan()).rejects.toThrow('This machine has no NetworkManager');
});

test('finds the gateway and its reply in the kernel’s tables', () => {
  const routes =
    'Iface\tDestination\tGateway \tFlags\neth0\t000200C0\t00000000\t0001\neth0\t00000000\t010200C0\t0003\n';
  expect(defaultGateway(routes)).toBe('192.0.2.1');
  expect(defaultGateway('Iface\tDestination\tGateway\n')).toBeNull();
  const neighbors =
    'IP address HW type Flags\n192.0.2.1 0x1 0x2 52:54:00:12:34:56 * eth0\n192.0.2.9 0x1 0x0 00:00:00:00:00:00 * eth0\n';
  expect(isNeighbor(neighbors, '192.0.2.1')).toBe(true);
  expect(isNeighbor(neighbors, '192.0.2.9')).toBe(false);
  expect(routerMacs(routes, neighbors)).toEqual(new Map([['eth0', '52:54:00:12:34:56']]));
});
