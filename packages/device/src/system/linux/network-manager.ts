import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ConfigureWired, ConnectWifi, NetworkState, WifiNetwork } from '@berth/contract/bridge/network';
import type { Network, NetworkPlan } from '../ports/network.ts';
import { BusService, variant } from './dbus.ts';
import { sendMagicPackets } from './magic-packets.ts';
import { bringUp, listConnections, remove, save } from './nm-connections.ts';
import { type Device, describeWifi, describeWired, listDevices, listNetworks, NM } from './nm-devices.ts';
import {
  type ConnectionSettings,
  enterpriseSettings,
  hotspotSettings,
  loopbackSettings,
  wifiSettings,
  wiredSettings,
} from './nm-settings.ts';
import { NmTunnel } from './nm-tunnel.ts';
import { ProfileConnection } from './profile-connection.ts';
import { findProgram } from './programs.ts';
import { defaultGateway, isNeighbor } from './route-tables.ts';

/** IDs of the agent's connections begin with it: one for the profile, one for each network joined at the machine. */
const OWN = 'Berth ';
const PROFILE_ID = 'Berth profile';
const SEARCH_DOMAINS_ID = 'Berth search domains';
const SCAN_MS = 4_000;
/** A radio whose driver hangs must not keep its next region waiting. */
const IW_MS = 10_000;

type State = Omit<NetworkState, 'trialSecondsLeft'>;

/** The machine's network through NetworkManager. */
export class NetworkManager implements Network {
  readonly #folder: string;
  readonly #tunnel: NmTunnel;
  readonly #searchDomains = new ProfileConnection(SEARCH_DOMAINS_ID);
  /** The connection of the applied plan, until it is kept. */
  #onTrial: { readonly path: string; readonly settings: ConnectionSettings } | null = null;

  /** @param folder Folder for certificates of enterprise networks and tunnels. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#tunnel = new NmTunnel(join(folder, 'tunnel'));
  }

  state(): Promise<State> {
    return withManager<State>(
      async (bus) => {
        const devices = await listDevices(bus);
        const { WirelessEnabled } = await bus.properties(NM.path, NM.name);
        const wired = devices.filter(({ kind }) => kind === 'wired');
        const wifi = devices.find(({ kind }) => kind === 'wifi');
        return {
          managed: true,
          wired: await Promise.all(wired.map((device) => describeWired(bus, device))),
          wifi: wifi ? await describeWifi(bus, wifi, WirelessEnabled === true) : null,
        };
      },
      () => ({ managed: false, wired: [], wifi: null }),
    );
  }

  scan(): Promise<WifiNetwork[]> {
    return withManager(async (bus) => {
      const device = await wifiDevice(bus);
      const { LastScan } = await bus.properties(device.path, NM.wireless);
      await bus.call(device.path, NM.wireless, 'RequestScan', 'a{sv}', [{}]).catch(() => []);
      // NetworkManager ignores a scan request soon after another: the known networks are returned then.
      for (let waited = 0; waited < SCAN_MS && LastScan !== undefined; waited += 200) {
        await sleep(200);
        if ((await bus.properties(device.path, NM.wireless)).LastScan !== LastScan) break;
      }
      return (await listNetworks(bus, device)).map(({ isSaeOnly: _, ...network }) => network);
    });
  }

  connectWifi(form: ConnectWifi): Promise<void> {
    return withManager(async (bus) => {
      const device = await wifiDevice(bus);
      await bus.set(NM.path, NM.name, 'WirelessEnabled', variant('b', true));
      const heard = (await listNetworks(bus, device)).find(({ ssid }) => ssid === form.ssid);
      const id = `Berth ${form.ssid}`;
      const enterprise = form.enterprise
        ? enterpriseSettings(form.enterprise, await this.#writeCertificates(form.ssid, form.enterprise))
        : null;
      const settings = wifiSettings(id, form, { isSaeOnly: heard?.isSaeOnly ?? false, enterprise: enterprise ?? null });
      await joinForGood(bus, id, settings, device);
    });
  }

  configureWired({ device: name, manual }: ConfigureWired): Promise<void> {
    return withManager(async (bus) => {
      const device = (await listDevices(bus)).find((each) => each.kind === 'wired' && each.name === name);
      if (!device) throw new Error(`There is no network adapter ${name}.`);
      const id = `Berth ${name}`;
      await joinForGood(bus, id, wiredSettings(id, name, manual), device);
    });
  }

  apply(plan: NetworkPlan | null): Promise<void> {
    return withManager(async (bus) => {
      await this.#dropTrial(bus);
      await setNames(bus, plan);
      await this.#searchDomains.apply(bus, plan && searchDomainSettings(plan));
      const wireless = plan?.wifi.mode !== 'disabled';
      await bus.set(NM.path, NM.name, 'WirelessEnabled', variant('b', wireless));
      const settings = plan && profileConnection(plan);
      const kept = (await listConnections(bus)).filter(({ id }) => id === PROFILE_ID);
      if (settings) {
        const device = await wifiDevice(bus);
        this.#onTrial = { settings, path: await bringUp(bus, settings, device.path) };
      } else for (const { path } of kept) await bus.call(path, NM.connection, 'Delete');
      // A plan stored by an earlier version has no tunnel field.
      await this.#tunnel.apply(bus, plan?.tunnel ?? null);
    });
  }

  keep(): Promise<void> {
    return withManager(async (bus) => {
      await this.#tunnel.keep(bus);
      await this.#searchDomains.keep(bus);
      const trial = this.#onTrial;
      if (!trial) return;
      await save(bus, trial.path, trial.settings);
      for (const { id, path } of await listConnections(bus)) {
        if (id === PROFILE_ID && path !== trial.path) await remove(bus, path);
      }
      this.#onTrial = null;
    });
  }

  // iw reports no error for an unknown country, only for a missing driver; a missing program fails as well.
  async setCountry(country: string): Promise<void> {
    const iw = findProgram('iw');
    if (!iw) throw new Error('iw is missing.');
    await promisify(execFile)(iw, ['reg', 'set', country], { timeout: IW_MS });
  }

  forget(): Promise<void> {
    return withManager(
      async (bus) => {
        for (const { id, path } of await listConnections(bus)) if (id.startsWith(OWN)) await remove(bus, path);
        // The profile's name servers and its ban on Wi-Fi.
        await this.apply(null);
      },
      () => undefined,
    );
  }

  holdTunnel(): Promise<void> {
    return withManager((bus) => this.#tunnel.hold(bus));
  }

  // A neighbor that answers ARP is reachable, even if it refuses the datagram.
  async gatewayAnswers(): Promise<boolean> {
    const gateway = defaultGateway(await readFile('/proc/net/route', 'utf8').catch(() => ''));
    if (!gateway) return false;
    const socket = createSocket('udp4');
    try {
      await new Promise((resolve) => socket.send('', 9, gateway, resolve));
      await sleep(1_000);
    } finally {
      socket.close();
    }
    return isNeighbor(await readFile('/proc/net/arp', 'utf8').catch(() => ''), gateway);
  }

  wake(macs: readonly string[]): Promise<void> {
    return sendMagicPackets(macs);
  }

  // Also removes what a killed agent left.
  async #dropTrial(bus: BusService): Promise<void> {
    const unsaved = (await listConnections(bus)).filter(({ id, isUnsaved }) => id === PROFILE_ID && isUnsaved);
    for (const { path } of unsaved) await remove(bus, path);
    if (this.#onTrial) await remove(bus, this.#onTrial.path);
    this.#onTrial = null;
  }

  async #writeCertificates(ssid: string, form: NonNullable<ConnectWifi['enterprise']>) {
    const name = Buffer.from(ssid).toString('hex');
    const write = async (kind: string, pem: string): Promise<string> => {
      if (pem === '') return '';
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const file = join(this.#folder, `${name}-${kind}.pem`);
      await writeFile(file, pem, { mode: 0o600 });
      return file;
    };
    return {
      ca: await write('ca', form.ca_certificate),
      client: await write('client', form.client_certificate),
      key: await write('key', form.private_key),
    };
  }
}

// Without own name servers, the profile must keep those of each connection, which global settings would replace.
function searchDomainSettings({ servers, searchDomains }: NetworkPlan): ConnectionSettings | null {
  if (servers.length > 0 || searchDomains.length === 0) return null;
  return loopbackSettings(SEARCH_DOMAINS_ID, searchDomains);
}

function profileConnection({ wifi }: NetworkPlan): ConnectionSettings | null {
  if (wifi.mode === 'hotspot') return hotspotSettings(PROFILE_ID, wifi.ssid, wifi.password);
  if (wifi.mode !== 'client') return null;
  const network = { ssid: wifi.ssid, ...(wifi.password === null ? {} : { password: wifi.password }) };
  return wifiSettings(PROFILE_ID, network, { isSaeOnly: false, enterprise: null });
}

// Sets global name servers and search domains, which replace those of connections and which NetworkManager stores.
async function setNames(bus: BusService, plan: NetworkPlan | null): Promise<void> {
  const configuration: Record<string, unknown> = {};
  if (plan && plan.servers.length > 0) {
    const domains = { '*': variant('a{sv}', { servers: variant('as', plan.servers) }) };
    configuration.domains = variant('a{sv}', domains);
    configuration.searches = variant('as', plan.searchDomains);
  }
  await bus.set(NM.path, NM.name, 'GlobalDnsConfiguration', variant('a{sv}', configuration));
}

async function joinForGood(bus: BusService, id: string, settings: ConnectionSettings, device: Device): Promise<void> {
  const path = await bringUp(bus, settings, device.path);
  await save(bus, path, settings);
  for (const each of await listConnections(bus)) {
    if (each.id === id && each.path !== path) await remove(bus, each.path);
  }
}

async function wifiDevice(bus: BusService): Promise<Device> {
  const device = (await listDevices(bus)).find(({ kind }) => kind === 'wifi');
  if (!device) throw new Error('This machine has no Wi-Fi.');
  return device;
}

// Connects for each operation: NetworkManager may restart at any time.
async function withManager<Value>(work: (bus: BusService) => Promise<Value>, without?: () => Value): Promise<Value> {
  let bus: BusService;
  try {
    bus = await BusService.connect(NM.name);
  } catch {
    if (without) return without();
    throw new Error('This machine has no NetworkManager: its network is set elsewhere.');
  }
  try {
    return await work(bus);
  } finally {
    bus.close();
  }
}
