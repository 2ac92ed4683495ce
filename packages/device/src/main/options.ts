import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { InstallPlan } from '../features/installer/installer.ts';

/** The agent's settings, from the command line or else the environment. No other module reads either. */
export interface MainOptions {
  readonly server: URL | null;
  readonly dataFolder: string;
  readonly bridgePort: number;
  readonly clientFolder: string;
  readonly screen: 'own' | 'headless' | 'joined' | 'none';
  readonly screenSize: string;
  /** Whether the home screen fills the screen. */
  readonly fullscreen: boolean;
  /**
   * `real`: power commands control the computer. `restart`: reboot and power-off restart or end this program instead.
   * `fake`: they do nothing.
   */
  readonly power: 'fake' | 'restart' | 'real';
  /** Whether network settings are applied; the default follows `power`. */
  readonly network: 'fake' | 'real';
  readonly homeArguments: readonly string[];
  readonly internetProbe: URL;
  readonly allowPrivateWebhooks: boolean;
  readonly allowShell: boolean;
  /** Calls send a tone and play nothing, for computers without audio. */
  readonly phoneTone: boolean;
  readonly enrollmentCode: string | null;
  readonly productId: string | null;
  /** What berth.conf says about installing Berth OS from its stick; null: a person decides. */
  readonly installPlan: InstallPlan | null;
  /** Acts as Berth OS on a stick, with disks in memory. */
  readonly stick: boolean;
  /** URL of new Berth OS versions; null: the cloud. */
  readonly osSource: URL | null;
  /** Prints events as JSON lines. */
  readonly json: boolean;
  readonly logLevel: string;
}

/** Debian's URL for connectivity checks, used by its NetworkManager. */
const INTERNET_PROBE = 'http://network-test.debian.org/nm';
const BRIDGE_PORT = 8090;

export const USAGE = `A machine on this computer.

  --server URL         the cloud, such as http://localhost:8080 (BERTH_SERVER)
  --enroll CODE         registers itself with an enrollment code (BERTH_ENROLLMENT_CODE)
  --product-id ID      with --enroll: makes it the smart-series machine that the product ID is for (BERTH_PRODUCT_ID)
  --headless           its screen is in memory (Xvfb); without it, a window on DISPLAY
  --own-screen         starts the X server of this computer's screen, as the package does
  --kiosk              takes the whole screen of DISPLAY instead of a window
  --no-screen          shows nothing at all
  --screen-size WxH    of the screen in memory; 1920x1080
  --data FOLDER        what it remembers; ./data-machine (BERTH_DEVICE_DATA)
  --bridge-port N      where its own page is served; 8090, 0 for any free one (BERTH_BRIDGE_PORT)
  --client FOLDER      the built client
  --power restart|fake|real  what reboot and power-off do: start this program again or end it, nothing, or what they
                       say; only with real do updates and network settings happen to this computer, too; restart
  --network fake|real  network settings alone
  --os-source URL      folder with versions of Berth OS, on a machine that has it; default: the cloud's /os/
  --install DISK       Berth OS on a stick installs itself: a device's path, or largest; no: it never asks (BERTH_INSTALL)
  --reinstall          with --install: also where Berth OS is installed (BERTH_REINSTALL=yes)
  --stick              acts as Berth OS on a stick, with disks in memory
  --allow-shell        administrators may run commands on this computer
  --home-args "ARGS"   more arguments for the home screen's browser (BERTH_HOME_BROWSER_ARGS)
  --internet-probe URL what stands for the internet (BERTH_INTERNET_PROBE)
  --allow-private-webhooks   buttons and the calendar may call addresses of the machine's own network
  --phone-tone         calls send a tone instead of the microphone's sound
  --json               prints what happens as JSON lines
`;

/** Throws an error with a readable message if an option is unknown or invalid. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): MainOptions | 'help' {
  const { values } = parseArgs({
    args: withHomeArguments(args),
    options: {
      server: { type: 'string' },
      headless: { type: 'boolean' },
      'own-screen': { type: 'boolean' },
      kiosk: { type: 'boolean' },
      'no-screen': { type: 'boolean' },
      'screen-size': { type: 'string' },
      data: { type: 'string' },
      'bridge-port': { type: 'string' },
      client: { type: 'string' },
      power: { type: 'string' },
      network: { type: 'string' },
      'home-args': { type: 'string' },
      'internet-probe': { type: 'string' },
      'allow-private-webhooks': { type: 'boolean' },
      'allow-shell': { type: 'boolean' },
      'phone-tone': { type: 'boolean' },
      enroll: { type: 'string' },
      'product-id': { type: 'string' },
      'os-source': { type: 'string' },
      install: { type: 'string' },
      reinstall: { type: 'boolean' },
      stick: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const server = values.server ?? env.BERTH_SERVER;
  const homeArguments = values['home-args'] ?? env.BERTH_HOME_BROWSER_ARGS ?? '';
  const power = oneOf(['restart', 'fake', 'real'], values.power ?? 'restart', '--power');
  return {
    server: server ? webAddress(server, '--server') : null,
    dataFolder: resolve(values.data ?? env.BERTH_DEVICE_DATA ?? 'data-machine'),
    bridgePort: port(values['bridge-port'] ?? env.BERTH_BRIDGE_PORT),
    clientFolder: resolve(values.client ?? fileURLToPath(new URL('../../../client/dist', import.meta.url))),
    screen: values['no-screen'] ? 'none' : values.headless ? 'headless' : values['own-screen'] ? 'own' : 'joined',
    screenSize: matching(values['screen-size'] ?? '1920x1080', /^\d{3,5}x\d{3,5}$/, '--screen-size', '1920x1080'),
    fullscreen: Boolean(values.headless || values['own-screen'] || values.kiosk),
    power,
    network: oneOf(['fake', 'real'], values.network ?? (power === 'real' ? 'real' : 'fake'), '--network'),
    homeArguments: homeArguments.split(/\s+/).filter(Boolean),
    internetProbe: webAddress(
      values['internet-probe'] ?? env.BERTH_INTERNET_PROBE ?? INTERNET_PROBE,
      '--internet-probe',
    ),
    allowPrivateWebhooks: Boolean(values['allow-private-webhooks']),
    // The last one is the former spelling in agent.env.
    enrollmentCode: values.enroll || env.BERTH_ENROLLMENT_CODE || env.BERTH_ENROLMENT_CODE || null,
    productId: values['product-id'] || env.BERTH_PRODUCT_ID || null,
    osSource: values['os-source'] ? webAddress(values['os-source'], '--os-source') : null,
    installPlan: installPlan(
      values.install ? diskName(values.install) : env.BERTH_INSTALL,
      values.reinstall || env.BERTH_REINSTALL === 'yes',
      env.BERTH_KEEP === 'no',
    ),
    stick: Boolean(values.stick),
    allowShell: Boolean(values['allow-shell']),
    phoneTone: Boolean(values['phone-tone']),
    json: Boolean(values.json),
    logLevel: env.BERTH_LOG ?? 'info',
  };
}

/** Joins --home-args with its value: the value starts with dashes, and parseArgs would take it for another option. */
function withHomeArguments(args: readonly string[]): string[] {
  const at = args.indexOf('--home-args');
  if (at < 0 || at + 1 >= args.length) return [...args];
  return [...args.slice(0, at), `--home-args=${args[at + 1]}`, ...args.slice(at + 2)];
}

function installPlan(text: string | undefined, replacesBerth: boolean, afresh: boolean): InstallPlan | null {
  if (!text) return null;
  if (text === 'no') return 'never';
  if (text === 'yes') return { disk: 'largest', replacesBerth, afresh };
  // A disk that is none is reported by the wizard: with an error here, a stick would show nothing.
  return { disk: text, replacesBerth, afresh };
}

function diskName(text: string): string {
  return matching(text, /^(largest|yes|no|\/dev\/.+)$/, '--install', 'a disk such as /dev/nvme0n1, largest or no');
}

function port(text: string | undefined): number {
  if (text === undefined || text === '') return BRIDGE_PORT;
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= 65_535) return number;
  throw new Error(`--bridge-port takes a port number, not "${text}".`);
}

function webAddress(text: string, option: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Error(`${option} takes an address such as http://localhost:8080, not "${text}".`);
}

function oneOf<Value extends string>(values: readonly Value[], text: string, option: string): Value {
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw new Error(`${option} takes ${values.join(' or ')}, not "${text}".`);
}

function matching(text: string, pattern: RegExp, option: string, example: string): string {
  if (pattern.test(text)) return text;
  throw new Error(`${option} takes ${example}, not "${text}".`);
}
