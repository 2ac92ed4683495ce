import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptGet } from './apt.mjs';
import { Failure } from './failure.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';

/**
 * Programs, or files by their whole path, and the Debian packages that hold them; of several programs one is enough, of several packages the first
 * that this Debian has is taken (FreeRDP 3 since Debian 13).
 * @typedef {{ programs: readonly string[], packages: readonly string[] }} Need
 */

/** What a machine's session stands on. @type {readonly Need[]} */
export const machineNeeds = [
  { programs: ['chromium'], packages: ['chromium'] },
  { programs: ['Xvfb'], packages: ['xvfb'] },
  { programs: ['openbox'], packages: ['openbox'] },
  { programs: ['xprop'], packages: ['x11-utils'] },
  { programs: ['xset'], packages: ['x11-xserver-utils'] },
  { programs: ['setxkbmap'], packages: ['x11-xkb-utils'] },
  { programs: ['xfreerdp3', 'xfreerdp'], packages: ['freerdp3-x11', 'freerdp2-x11'] },
  // The keyboard on the screen.
  { programs: ['onboard'], packages: ['onboard'] },
  { programs: ['dbus-daemon'], packages: ['dbus'] },
  // The screen for remote control.
  { programs: ['x0vncserver'], packages: ['tigervnc-scraping-server'] },
  { programs: ['xclip'], packages: ['xclip'] },
  { programs: ['baresip'], packages: ['baresip-core'] },
];

/** What the check of local passwords is built with. @type {readonly Need[]} */
const compilerNeeds = [
  { programs: ['cc', 'gcc'], packages: ['gcc'] },
  { programs: ['/usr/lib/x86_64-linux-gnu/crt1.o', '/usr/lib/aarch64-linux-gnu/crt1.o'], packages: ['libc6-dev'] },
];

/** What makes the machine's package. @type {readonly Need[]} */
export const packageNeeds = [
  ...compilerNeeds,
  { programs: ['strip'], packages: ['binutils'] },
  { programs: ['dpkg-deb'], packages: ['dpkg'] },
];

/** What makes a bootable disk of it, and starts that. @type {readonly Need[]} */
export const imageNeeds = [
  ...packageNeeds,
  { programs: ['mmdebstrap'], packages: ['mmdebstrap'] },
  { programs: ['mcopy'], packages: ['mtools'] },
  { programs: ['mkfs.vfat'], packages: ['dosfstools'] },
  { programs: ['sfdisk'], packages: ['fdisk'] },
  { programs: ['qemu-system-x86_64'], packages: ['qemu-system-x86'] },
  { programs: ['/usr/share/ovmf/OVMF.fd'], packages: ['ovmf'] },
];

/** What the tests need besides. @type {readonly Need[]} */
export const testNeeds = [
  ...machineNeeds,
  { programs: ['xdotool'], packages: ['xdotool'] },
  ...compilerNeeds,
  // Certificates of the tests.
  { programs: ['openssl'], packages: ['openssl'] },
  // Sound: what asks, and what answers.
  { programs: ['pactl'], packages: ['pulseaudio-utils'] },
  { programs: ['pulseaudio'], packages: ['pulseaudio'] },
  // A real directory that people sign in with.
  { programs: ['slapd'], packages: ['slapd'] },
  // What several nodes hear of each other over.
  { programs: ['nats-server'], packages: ['nats-server'] },
  // AirPlay: the receiver, what it draws with, and what announces it.
  { programs: ['uxplay'], packages: ['uxplay'] },
  { programs: ['gst-launch-1.0'], packages: ['gstreamer1.0-tools'] },
  { programs: [gstreamer('jpeg')], packages: ['gstreamer1.0-plugins-good'] },
  { programs: [gstreamer('videoparsersbad')], packages: ['gstreamer1.0-plugins-bad'] },
  { programs: [gstreamer('libav')], packages: ['gstreamer1.0-libav'] },
  { programs: ['avahi-daemon'], packages: ['avahi-daemon'] },
  { programs: ['avahi-browse'], packages: ['avahi-utils'] },
  // A real relay between peers.
  { programs: ['turnserver'], packages: ['coturn'] },
  // A real registrar that phones call through.
  { programs: ['kamailio'], packages: ['kamailio'] },
  // A real server of calendars.
  { programs: ['radicale'], packages: ['radicale'] },
  // A network of a test's own.
  { programs: ['ip'], packages: ['iproute2'] },
  // NetworkManager's interface on a system bus.
  { programs: ['/usr/lib/python3/dist-packages/dbusmock/__main__.py'], packages: ['python3-dbusmock'] },
];

/**
 * The needs that this computer does not meet.
 * @param {readonly Need[]} needs
 * @param {string} [path] Folders to search, as in the PATH variable.
 */
export function missing(needs, path = process.env.PATH ?? '') {
  // Some users' PATH lacks the folders of system programs.
  const folders = [...path.split(delimiter), '/usr/sbin', '/sbin'].filter(Boolean);
  return needs.filter(
    ({ programs }) =>
      !programs.some((each) =>
        each.startsWith('/')
          ? isThere(each, constants.R_OK)
          : folders.some((folder) => isThere(join(folder, each), constants.X_OK)),
      ),
  );
}

/**
 * @param {string} file
 * @param {number} mode
 */
function isThere(file, mode) {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs the missing Debian packages when this process may (root, apt present); otherwise says which are missing
 * and goes on: a machine takes fakes for what is not there.
 * @param {readonly Need[]} needs
 */
export async function ensureDebianPackages(needs) {
  const absent = missing(needs);
  if (absent.length === 0) return;
  const names = absent.map(({ packages }) => packages.join(' or '));
  if (process.getuid?.() !== 0 || missing([{ programs: ['apt-get'], packages: ['apt'] }]).length > 0) {
    console.log(`Berth: missing on this computer: ${names.join(', ')}.`);
    console.log(`Berth: on Debian, as root: apt-get install ${absent.map(({ packages }) => packages[0]).join(' ')}`);
    return;
  }
  const progress = startProgress(`installing Debian packages (${names.join(', ')})`);
  const { code, output } = await install(absent, progress.at);
  if (code === 0) return progress.done();
  progress.failed();
  throw new Failure('apt could not install what is missing; what it said is above.', output);
}

/**
 * @param {readonly Need[]} needs
 * @param {(text: string) => void} tell
 */
async function install(needs, tell) {
  const updated = await aptGet(['update', '-q'], tell);
  const chosen = [];
  for (const { packages } of needs) {
    const known = await run('apt-cache', ['show', '--no-all-versions', ...packages]);
    chosen.push(packages.find((each) => known.output.includes(`Package: ${each}\n`)) ?? packages[0] ?? '');
  }
  // Recommended packages bring printers and portals; of them a browser needs a font, one of emoji and its sandbox only.
  const extras = chosen.includes('chromium') ? ['fonts-liberation', 'fonts-noto-color-emoji', 'chromium-sandbox'] : [];
  const args = ['install', '-y', '-q', '--no-install-recommends', ...chosen, ...extras];
  const installed = await aptGet(args, tell);
  return { code: installed.code, output: `${updated.output}\n${installed.output}` };
}

/** @param {string} plugin */
function gstreamer(plugin) {
  const folder = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  return `/usr/lib/${folder}/gstreamer-1.0/libgst${plugin}.so`;
}
