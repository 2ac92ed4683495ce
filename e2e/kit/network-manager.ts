import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startSystemBus } from '@berth/testing/system-bus';

const exec = promisify(execFile);
const NAME = 'org.freedesktop.NetworkManager';
const ROOT = '/org/freedesktop/NetworkManager';
const MOCK = 'org.freedesktop.DBus.Mock';

/** A mocked NetworkManager (python3-dbusmock) with a wired and a Wi-Fi adapter, on a private system bus. */
export interface NetworkManager {
  /** Environment for the agent: the address of the system bus. */
  readonly env: Readonly<Record<string, string>>;
  /** Adds a visible network; security in NetworkManager's flags: 0x100 is PSK, 0x200 WPA Enterprise. */
  readonly addNetwork: (ssid: string, strength: number, security: number) => Promise<void>;
  /** Whether networks accept connections from now on. */
  readonly acceptConnections: (admits: boolean) => Promise<void>;
  /** All connections that NetworkManager knows, as dbus-send prints them. */
  readonly connections: () => Promise<string>;
  readonly dispose: () => Promise<void>;
}

export async function startNetworkManager(): Promise<NetworkManager> {
  const bus = await startSystemBus();
  bus.mock('networkmanager');
  const { env } = bus;
  const send = async (path: string, member: string, ...args: readonly string[]): Promise<string> => {
    const target = ['--system', `--dest=${NAME}`, '--print-reply=literal', path, member];
    return (await exec('dbus-send', [...target, ...args], { env: { ...process.env, ...env } })).stdout.trim();
  };
  await until(() => send('/', 'org.freedesktop.DBus.Peer.Ping'));
  await send(ROOT, `${MOCK}.AddEthernetDevice`, 'string:mock_eth', 'string:eth0', 'int32:100');
  await send(ROOT, `${MOCK}.AddWiFiDevice`, 'string:mock_wlan', 'string:wlan0', 'int32:30');
  let heard = 0;
  return {
    env,
    addNetwork: async (ssid, strength, security) => {
      heard += 1;
      const place = [`string:${ROOT}/Devices/mock_wlan`, `string:ap${heard}`, `string:${ssid}`];
      const radio = [`string:00:11:22:33:44:0${heard}`, 'uint32:2', 'uint32:2437', 'uint32:54000'];
      await send(ROOT, `${MOCK}.AddAccessPoint`, ...place, ...radio, `byte:${strength}`, `uint32:${security}`);
    },
    acceptConnections: async (admits) => {
      const answer = admits ? 'ret = self.activate_connection(self, args[0], args[1], args[2])' : "ret = '/refused'";
      const method = [`string:${NAME}`, 'string:ActivateConnection', 'string:ooo', 'string:o', `string:${answer}`];
      await send(ROOT, `${MOCK}.AddMethod`, ...method);
    },
    connections: async () => {
      const list = await send(`${ROOT}/Settings`, `${NAME}.Settings.ListConnections`);
      const paths = list.match(/\/org\/\S+/g) ?? [];
      const all = await Promise.all(paths.map((path) => send(path, `${NAME}.Settings.Connection.GetSettings`)));
      return all.join('\n').replaceAll(/\s+/g, ' ');
    },
    dispose: bus.dispose,
  };
}

async function until(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt > 600) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
