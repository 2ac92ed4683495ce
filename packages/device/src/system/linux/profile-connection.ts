import type { BusService, Dictionary } from './dbus.ts';
import { listConnections, remove, save } from './nm-connections.ts';
import { NM } from './nm-devices.ts';
import type { ConnectionSettings } from './nm-settings.ts';

/** NMActiveConnectionState: this value and above mean neither activating nor active. */
const DEACTIVATING = 3;

/** An additional connection for the profile's settings, kept in memory until it is confirmed. */
export class ProfileConnection {
  readonly #id: string;
  #onTrial: { readonly path: string; readonly settings: ConnectionSettings } | null = null;

  /** @param id NetworkManager's ID of the connection, by which it is found again. */
  constructor(id: string) {
    this.#id = id;
  }

  /** Replaces the connection; null removes it. A connection that does not start is not an error: `hold` retries. */
  async apply(bus: BusService, settings: ConnectionSettings | null): Promise<void> {
    this.#onTrial = null;
    for (const { id, path } of await listConnections(bus)) if (id === this.#id) await remove(bus, path);
    if (!settings) return;
    const [path] = await bus.call(NM.settingsPath, NM.settings, 'AddConnectionUnsaved', 'a{sa{sv}}', [settings]);
    this.#onTrial = { path: String(path), settings };
    await activate(bus, String(path)).catch(() => {});
  }

  /** Stores the connection on disk. */
  async keep(bus: BusService): Promise<void> {
    const trial = this.#onTrial;
    this.#onTrial = null;
    if (trial) await save(bus, trial.path, trial.settings);
  }

  /** Activates the connection if it is down. */
  async hold(bus: BusService): Promise<void> {
    const found = (await listConnections(bus)).find(({ id }) => id === this.#id);
    if (found && !(await isUp(bus, found.path))) await activate(bus, found.path);
  }
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
