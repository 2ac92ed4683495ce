import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TunnelPlan } from '../ports/network.ts';
import { type BusService, type Dictionary, variant } from './dbus.ts';
import { listConnections, remove, save } from './nm-connections.ts';
import { NM } from './nm-devices.ts';
import type { ConnectionSettings } from './nm-settings.ts';

const TUNNEL_ID = 'Berth tunnel';
const SERVICE = 'org.freedesktop.NetworkManager.openvpn';
/** NMActiveConnectionState: neither on its way nor there. */
const DEACTIVATING = 3;

/** The profile's OpenVPN tunnel as a connection of NetworkManager, whose plugin runs OpenVPN. */
export class NmTunnel {
  readonly #folder: string;
  #onTrial: { readonly path: string; readonly settings: ConnectionSettings } | null = null;

  /** @param folder Where certificates and keys of tunnels are kept. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Replaces the tunnel there was. A server that does not answer fails nothing: the machine is reachable without it, and
   * `hold` tries again.
   */
  async apply(bus: BusService, plan: TunnelPlan | null): Promise<void> {
    await this.#removeAll(bus);
    if (!plan) return;
    const settings = tunnelSettings(plan, await this.#writeFiles(plan.files));
    const [path] = await bus.call(NM.settingsPath, NM.settings, 'AddConnectionUnsaved', 'a{sa{sv}}', [settings]);
    this.#onTrial = { path: String(path), settings };
    await activate(bus, String(path)).catch(() => {});
  }

  async keep(bus: BusService): Promise<void> {
    const trial = this.#onTrial;
    this.#onTrial = null;
    if (trial) await save(bus, trial.path, trial.settings);
  }

  /** Brings the tunnel up when it is down. */
  async hold(bus: BusService): Promise<void> {
    const tunnel = (await listConnections(bus)).find(({ id }) => id === TUNNEL_ID);
    if (tunnel && !(await isUp(bus, tunnel.path))) await activate(bus, tunnel.path);
  }

  async #removeAll(bus: BusService): Promise<void> {
    this.#onTrial = null;
    for (const { id, path } of await listConnections(bus)) if (id === TUNNEL_ID) await remove(bus, path);
    for (const name of await readdir(this.#folder).catch(() => [])) await rm(join(this.#folder, name), { force: true });
  }

  async #writeFiles(files: TunnelPlan['files']): Promise<Record<string, string>> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const paths: Record<string, string> = {};
    for (const [name, text] of Object.entries(files)) {
      const hash = createHash('sha256').update(text).digest('hex').slice(0, 12);
      paths[name] = join(this.#folder, `${name}-${hash}.pem`);
      await writeFile(paths[name], text, { mode: 0o600 });
    }
    return paths;
  }
}

function tunnelSettings(plan: TunnelPlan, files: Record<string, string>): ConnectionSettings {
  const ip = { method: variant('s', 'auto'), 'never-default': variant('b', !plan.takesAll) };
  const routes = plan.routes.map(({ dest, prefix }) => ({ dest: variant('s', dest), prefix: variant('u', prefix) }));
  return {
    connection: {
      id: variant('s', TUNNEL_ID),
      uuid: variant('s', randomUUID()),
      type: variant('s', 'vpn'),
      // NetworkManager has none for tunnels: `hold` stands in.
      autoconnect: variant('b', false),
    },
    vpn: {
      'service-type': variant('s', SERVICE),
      data: variant('a{ss}', { ...plan.data, ...files }),
      secrets: variant('a{ss}', plan.secrets),
      persistent: variant('b', true),
    },
    ipv4: { ...ip, ...(routes.length > 0 ? { 'route-data': variant('aa{sv}', routes) } : {}) },
    ipv6: ip,
  };
}

async function activate(bus: BusService, path: string): Promise<void> {
  await bus.call(NM.path, NM.name, 'ActivateConnection', 'ooo', [path, '/', '/']);
}

async function isUp(bus: BusService, path: string): Promise<boolean> {
  const { ActiveConnections } = await bus.properties(NM.path, NM.name);
  const states = (ActiveConnections as string[]).map((active) =>
    bus.properties(active, NM.active).catch((): Dictionary => ({})),
  );
  return (await Promise.all(states)).some(
    ({ Connection, State }) => Connection === path && Number(State) < DEACTIVATING,
  );
}
