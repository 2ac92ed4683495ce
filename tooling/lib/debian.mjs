import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptGet } from './apt.mjs';
import { Failure } from './failure.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';

/**
 * Programs, or files by absolute path, and the Debian packages that provide them. One of several programs is enough; of
 * several packages, the first that this Debian has is installed (FreeRDP 3 since Debian 13).
 * @typedef {{ programs: readonly string[], packages: readonly string[] }} Need
 */

/** Required by a machine's session. @type {readonly Need[]} */
export const machineNeeds = [
  { programs: ['chromium'], packages: ['chromium'] },
  // Also where Chromium was there before: without it emoji are boxes.
  {
    programs: ['/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf'],
    packages: ['fonts-noto-color-emoji'],
  },
  { programs: ['Xvfb'], packages: ['xvfb'] },
  { programs: ['openbox'], packages: ['openbox'] },
  // Hides a pointer that nobody moves.
  { programs: ['unclutter-xfixes'], packages: ['unclutter-xfixes'] },
  { programs: ['xprop'], packages: ['x11-utils'] },
  { programs: ['xset'], packages: ['x11-xserver-utils'] },
  { programs: ['setxkbmap'], packages: ['x11-xkb-utils'] },
  { programs: ['xfreerdp3', 'xfreerdp'], packages: ['freerdp3-x11', 'freerdp2-x11'] },
  // The on-screen keyboard.
  { programs: ['onboard'], packages: ['onboard'] },
  { programs: ['dbus-daemon'], packages: ['dbus'] },
  // The screen reader and its voice.
  { programs: ['orca'], packages: ['orca'] },
  { programs: ['/usr/lib/speech-dispatcher-modules/sd_espeak-ng'], packages: ['speech-dispatcher-espeak-ng'] },
  // The screen for remote control.
  { programs: ['x0vncserver'], packages: ['tigervnc-scraping-server'] },
  { programs: ['xclip'], packages: ['xclip'] },
  { programs: ['baresip'], packages: ['baresip-core'] },
];

/** Required to build the local password check. @type {readonly Need[]} */
const compilerNeeds = [
  { programs: ['cc', 'gcc'], packages: ['gcc'] },
  { programs: ['/usr/lib/x86_64-linux-gnu/crt1.o', '/usr/lib/aarch64-linux-gnu/crt1.o'], packages: ['libc6-dev'] },
];

/** Required to build the machine's package. @type {readonly Need[]} */
export const packageNeeds = [
  ...compilerNeeds,
  { programs: ['strip'], packages: ['binutils'] },
  { programs: ['dpkg-deb'], packages: ['dpkg'] },
];

/** Required to build a bootable disk, and to boot it. @type {readonly Need[]} */
export const imageNeeds = [
  ...packageNeeds,
  { programs: ['mmdebstrap'], packages: ['mmdebstrap'] },
  { programs: ['mcopy'], packages: ['mtools'] },
  { programs: ['mkfs.vfat'], packages: ['dosfstools'] },
  { programs: ['sfdisk'], packages: ['fdisk'] },
  { programs: ['qemu-system-x86_64'], packages: ['qemu-system-x86'] },
  { programs: ['/usr/share/ovmf/OVMF.fd'], packages: ['ovmf'] },
];

/** Required to build Berth OS, and to let an emulated machine live with it. @type {readonly Need[]} */
export const osNeeds = [
  ...packageNeeds,
  { programs: ['mmdebstrap'], packages: ['mmdebstrap'] },
  { programs: ['mcopy'], packages: ['mtools'] },
  { programs: ['sfdisk'], packages: ['fdisk'] },
  { programs: ['qemu-system-x86_64'], packages: ['qemu-system-x86'] },
  { programs: ['/usr/share/OVMF/OVMF_CODE_4M.fd'], packages: ['ovmf'] },
  // A TPM, and files that are not signed as they should be.
  { programs: ['swtpm'], packages: ['swtpm'] },
  { programs: ['sbsign'], packages: ['sbsigntool'] },
  { programs: ['dnsmasq'], packages: ['dnsmasq-base'] },
];

/** Additionally required by the tests. @type {readonly Need[]} */
export const testNeeds = [
  ...machineNeeds,
  { programs: ['xdotool'], packages: ['xdotool'] },
  // Pictures of a machine's whole screen.
  { programs: ['scrot'], packages: ['scrot'] },
  // An X server with several monitors, and one whose monitor can be turned.
  { programs: ['Xorg'], packages: ['xserver-xorg-core'] },
  { programs: ['/usr/lib/xorg/modules/drivers/dummy_drv.so'], packages: ['xserver-xorg-video-dummy'] },
  { programs: ['Xephyr'], packages: ['xserver-xephyr'] },
  ...compilerNeeds,
  // A computer that remote desktops connect to.
  {
    programs: ['freerdp-shadow-cli3', 'freerdp-shadow-cli'],
    packages: ['freerdp3-shadow-x11', 'freerdp2-shadow-x11'],
  },
  // Certificates of the tests.
  { programs: ['openssl'], packages: ['openssl'] },
  // Signs of life to systemd.
  { programs: ['systemd-notify'], packages: ['systemd'] },
  // Sound: client and server.
  { programs: ['pactl'], packages: ['pulseaudio-utils'] },
  { programs: ['pulseaudio'], packages: ['pulseaudio'] },
  // A real directory for logins.
  { programs: ['slapd'], packages: ['slapd'] },
  // The oldest PostgreSQL that Berth supports is Debian 12's.
  {
    programs: ['15', '17'].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`),
    packages: ['postgresql-15', 'postgresql-17'],
  },
  // The bus between several nodes.
  { programs: ['nats-server'], packages: ['nats-server'] },
  // AirPlay: the receiver, its renderer, and its announcements.
  { programs: ['uxplay'], packages: ['uxplay'] },
  { programs: ['gst-launch-1.0'], packages: ['gstreamer1.0-tools'] },
  { programs: [gstreamer('jpeg')], packages: ['gstreamer1.0-plugins-good'] },
  { programs: [gstreamer('videoparsersbad')], packages: ['gstreamer1.0-plugins-bad'] },
  { programs: [gstreamer('libav')], packages: ['gstreamer1.0-libav'] },
  { programs: ['avahi-daemon'], packages: ['avahi-daemon'] },
  { programs: ['avahi-browse'], packages: ['avahi-utils'] },
  // A real relay between peers.
  { programs: ['turnserver'], packages: ['coturn'] },
  // A real SIP registrar for calls.
  { programs: ['kamailio'], packages: ['kamailio'] },
  // A real calendar server.
  { programs: ['radicale'], packages: ['radicale'] },
  // A private network for a test.
  { programs: ['ip'], packages: ['iproute2'] },
  // Installing Berth OS on a disk.
  { programs: ['systemd-repart'], packages: ['systemd-repart', 'systemd'] },
  { programs: ['veritysetup'], packages: ['cryptsetup-bin'] },
  { programs: ['mkfs.vfat'], packages: ['dosfstools'] },
  { programs: ['mcopy'], packages: ['mtools'] },
  // Signing it for Secure Boot.
  { programs: ['sbsign'], packages: ['sbsigntool'] },
  { programs: ['sign-efi-sig-list'], packages: ['efitools'] },
  { programs: ['faketime'], packages: ['faketime'] },
  {
    programs: ['/usr/lib/systemd/boot/efi/systemd-bootx64.efi', '/usr/lib/systemd/boot/efi/systemd-bootaa64.efi'],
    packages: ['systemd-boot-efi'],
  },
  // NetworkManager's interface on a system bus.
  { programs: ['/usr/lib/python3/dist-packages/dbusmock/__main__.py'], packages: ['python3-dbusmock'] },
];

/**
 * The requirements that this computer does not meet.
 * @param {readonly Need[]} needs
 * @param {string} [path] Folders to search, like the PATH variable.
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
 * Installs missing Debian packages if possible (as root, with apt); otherwise lists them and continues, because a
 * machine uses fakes instead.
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
  throw new Failure('apt could not install the missing packages; see its output above.', output);
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
  // Recommended packages include printers and portals; a browser needs only a font and its sandbox from them.
  const extras = chosen.includes('chromium') ? ['fonts-liberation', 'chromium-sandbox'] : [];
  const args = ['install', '-y', '-q', '--no-install-recommends', ...chosen, ...extras];
  const installed = await aptGet(args, tell);
  return { code: installed.code, output: `${updated.output}\n${installed.output}` };
}

/** @param {string} plugin */
function gstreamer(plugin) {
  const folder = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
  return `/usr/lib/${folder}/gstreamer-1.0/libgst${plugin}.so`;
}
