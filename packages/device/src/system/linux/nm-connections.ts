import { setTimeout as sleep } from 'node:timers/promises';
import { WIFI_ADVANCED_TIMEOUT_MS } from '@berth/contract/limits';
import type { BusService, Dictionary } from './dbus.ts';
import { NM } from './nm-devices.ts';
import type { ConnectionSettings } from './nm-settings.ts';

/** NMActiveConnectionState and NMDeviceState. */
const ACTIVATED = 2;
const DEACTIVATING = 3;
const DEVICE_FAILED = 120;
const POLL_MS = 200;

/** A connection in NetworkManager. */
export interface Connection {
  readonly path: string;
  readonly id: string;
  /** In memory only: gone after the next boot. */
  readonly isUnsaved: boolean;
}

export async function listConnections(bus: BusService): Promise<Connection[]> {
  const [paths] = await bus.call(NM.settingsPath, NM.settings, 'ListConnections');
  const connections = await Promise.all(
    (paths as string[]).map(async (path): Promise<Connection | null> => {
      try {
        const [settings] = await bus.call(path, NM.connection, 'GetSettings');
        const { id } = (settings as Record<string, Dictionary>).connection ?? {};
        const { Unsaved } = await bus.properties(path, NM.connection);
        return { path, id: String(id), isUnsaved: Unsaved === true };
      } catch {
        // Deleted meanwhile.
        return null;
      }
    }),
  );
  return connections.filter((connection) => connection !== null);
}

/**
 * Adds a connection in memory and activates it on a device. Resolves with its path once it has an address. If that
 * fails or takes too long, removes it; NetworkManager then returns to its previous state.
 */
export async function bringUp(bus: BusService, settings: ConnectionSettings, device: string): Promise<string> {
  const [path] = await bus.call(NM.settingsPath, NM.settings, 'AddConnectionUnsaved', 'a{sa{sv}}', [settings]);
  const connection = String(path);
  try {
    const [active] = await bus.call(NM.path, NM.name, 'ActivateConnection', 'ooo', [connection, device, '/']);
    await activated(bus, String(active), device, WIFI_ADVANCED_TIMEOUT_MS);
    return connection;
  } catch (error) {
    await remove(bus, connection);
    throw error;
  }
}

/** Stores a connection on disk. */
export async function save(bus: BusService, path: string, settings: ConnectionSettings): Promise<void> {
  await bus.call(path, NM.connection, 'Update', 'a{sa{sv}}', [settings]);
}

/** Deactivates and deletes a connection, which may already be gone. */
export async function remove(bus: BusService, path: string): Promise<void> {
  await bus.call(path, NM.connection, 'Delete').catch(() => []);
}

async function activated(bus: BusService, active: string, device: string, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    // A failed active connection no longer exists.
    const { State = DEACTIVATING } = await bus.properties(active, NM.active).catch((): Dictionary => ({}));
    if (State === ACTIVATED) return;
    const { State: deviceState } = await bus.properties(device, NM.device);
    if (Number(State) >= DEACTIVATING || deviceState === DEVICE_FAILED) break;
    await sleep(POLL_MS);
  }
  throw new Error('The network did not take the machine in.');
}
