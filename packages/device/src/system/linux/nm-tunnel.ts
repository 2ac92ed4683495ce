import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TunnelPlan } from '../ports/network.ts';
import { type BusService, variant } from './dbus.ts';
import type { ConnectionSettings } from './nm-settings.ts';
import { ProfileConnection } from './profile-connection.ts';

const TUNNEL_ID = 'Berth tunnel';
const SERVICE = 'org.freedesktop.NetworkManager.openvpn';

/** The profile's OpenVPN tunnel as a NetworkManager connection; its plugin runs OpenVPN. */
export class NmTunnel {
  readonly #folder: string;
  readonly #connection = new ProfileConnection(TUNNEL_ID);

  /** @param folder Folder for certificates and keys. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Replaces the tunnel. Does not fail if the server does not respond: the machine is reachable without the tunnel, and
   * `hold` retries.
   */
  async apply(bus: BusService, plan: TunnelPlan | null): Promise<void> {
    await this.#connection.apply(bus, null);
    for (const name of await readdir(this.#folder).catch(() => [])) await rm(join(this.#folder, name), { force: true });
    if (plan) await this.#connection.apply(bus, tunnelSettings(plan, await this.#writeFiles(plan.files)));
  }

  keep(bus: BusService): Promise<void> {
    return this.#connection.keep(bus);
  }

  hold(bus: BusService): Promise<void> {
    return this.#connection.hold(bus);
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
      // NetworkManager does not autoconnect tunnels: `hold` does it.
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
