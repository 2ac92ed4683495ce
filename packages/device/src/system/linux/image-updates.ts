import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OsKeys, type OsManifest } from '@berth/contract/device/os-manifest';
import { compareOsVersions, OS_MANIFEST_FILE } from '@berth/contract/rules/os-versions';
import { readManifest } from '../../state/image-manifest.ts';
import { afterInstall, afterManifest } from '../../state/image-memory.ts';
import { checker } from '../../state/schema.ts';
import { httpRequest } from '../http-request.ts';
import type { InstallOptions, Updates } from '../ports/machine.ts';
import type { DownloadOptions } from './http-download.ts';
import { entryOf, type Image, readKeys } from './image.ts';
import { fetchFiles, incomingFolder } from './image-files.ts';
import { isRefusedByFirmware } from './kernel-signature.ts';
import { findProgram, startProgram } from './programs.ts';
import { environment } from './x-server.ts';

const MANIFEST_TIMEOUT_MS = 30_000;
const UNIT = 'berth-update';
const SYSUPDATE = '/usr/lib/systemd/systemd-sysupdate';
const OUTPUT_MAX = 500;
const LOOK_MS = 1_000;
const MB = 1_000_000;
/** What `stat` counts a file's space in. */
const STAT_BLOCK_BYTES = 512;
const checkKeys = checker(OsKeys);

export interface ImageUpdatesOptions {
  /** A folder with a signed manifest and the files it names; null: none is configured. */
  readonly source: URL | null;
  readonly download?: DownloadOptions;
  readonly program?: string;
  /** The bytes that are free in a folder's file system; the default asks it. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/**
 * Installs the next image version: verifies its manifest, downloads and verifies its files, and only then lets
 * systemd-sysupdate write them into the inactive slot. The next boot tries the new version.
 */
export function imageUpdates(image: Image, options: ImageUpdatesOptions): Updates {
  const { release, places, bootId } = image;
  const newest = `Version ${release.version} is the newest.`;
  const incoming = incomingFolder(places);
  const free = options.freeBytes ?? freeBytes;
  let isInstalling = false;
  const install = async (
    onProgress: (doing: string) => void,
    { version: wanted, bytesPerSecond, signal }: InstallOptions,
  ) => {
    if (options.source === null) throw new Error('No source of versions is configured.');
    if (wanted !== undefined && compareOsVersions(wanted, release.version) <= 0) return newest;
    const source = wanted === undefined ? options.source : new URL(`${wanted}/`, options.source);
    onProgress('manifest');
    const manifest = await fetchManifest(image, source);
    const { version } = manifest;
    if (wanted !== undefined && version !== wanted) throw new Error(`The server has ${version} for ${wanted}.`);
    await image.remember((memory) => afterManifest(memory, manifest));
    if (compareOsVersions(version, release.version) <= 0) return newest;
    if (image.memory.trial?.version === version) return `Version ${version} is installed: reboot to start it.`;
    await makeRoom(incoming, manifest, free);
    await checkBootPartition(image, manifest, free);
    const fetched = await fetchFiles(image, manifest, source, onProgress, {
      ...options.download,
      bytesPerSecond,
      signal,
      onKernel: (file) => checkKernel(image, version, file),
    });
    onProgress(`${version} 100 % (${fetched})`);
    await sysupdate(version, options.program ?? SYSUPDATE, join(incoming, 'log'));
    await image.remember((memory) => afterInstall(memory, manifest, bootId));
    await rm(incoming, { recursive: true, force: true });
    return `Version ${version} is installed: reboot to start it.`;
  };
  return {
    install: async (onProgress, how = {}) => {
      if (isInstalling) throw new Error('An update is being installed.');
      isInstalling = true;
      try {
        return await install(onProgress, how);
      } finally {
        isInstalling = false;
      }
    },
  };
}

/** Deletes files of other versions and checks that this one fits on the disk. */
async function makeRoom(folder: string, { version, files }: OsManifest, freeIn: typeof freeBytes): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = new Set(files.flatMap(({ name }) => [name, `${name}.part`, `${name}.blocks`]));
  let missing = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const name of await readdir(folder)) {
    // A file that is not complete may have holes.
    if (own.has(name)) missing -= (await stat(join(folder, name))).blocks * STAT_BLOCK_BYTES;
    else await rm(join(folder, name), { recursive: true });
  }
  const free = await freeIn(folder);
  if (free >= missing) return;
  throw new Error(`Version ${version} needs ${inMb(missing)} MB more on /var, and ${inMb(free)} MB are free.`);
}

/** The kernel file replaces those of all versions but the running one. systemd-sysupdate says of a full partition only that. */
async function checkBootPartition(
  { places, release }: Image,
  { version, files }: OsManifest,
  freeIn: typeof freeBytes,
): Promise<void> {
  const own = `berth_${release.version}`;
  let missing = files.find(({ part }) => part === 'kernel')?.bytes ?? 0;
  for (const name of await readdir(places.entries)) {
    const isOther = name.startsWith('berth_') && !name.startsWith(`${own}.efi`) && !name.startsWith(`${own}+`);
    if (isOther) missing -= (await stat(join(places.entries, name))).size;
  }
  const free = await freeIn(places.entries);
  if (free >= missing) return;
  throw new Error(`Version ${version} needs ${inMb(missing)} MB on the boot partition, and ${inMb(free)} MB are free.`);
}

/** A kernel that the firmware refuses leaves the machine without a start: its loader does not go on with the other version. */
async function checkKernel({ places, release, keysOrder }: Image, version: string, kernel: string): Promise<void> {
  const entry = entryOf(places.entries, release.version);
  const running = entry ? join(places.entries, entry) : null;
  if (!(await isRefusedByFirmware(kernel, running, places.firmware))) return;
  const then = { restart: ' Restart the machine first.', refused: ' It refused a new one.', none: '' }[
    keysOrder() ?? 'none'
  ];
  throw new Error(`The firmware does not know the key that signed version ${version}.${then}`);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function inMb(bytes: number): number {
  return Math.ceil(bytes / MB);
}

async function fetchManifest(image: Image, source: URL): Promise<OsManifest> {
  const { release, places, memory } = image;
  const keys = readKeys(places.keys);
  if (checkKeys(keys).length > 0) throw new Error('This image has no keys for its updates.');
  const reply = await httpRequest(new URL(OS_MANIFEST_FILE, source), 'GET', MANIFEST_TIMEOUT_MS);
  if (reply.status !== 200) throw new Error(`The manifest's server answered ${reply.status}.`);
  return readManifest(reply.body, {
    keys: keys as OsKeys,
    channel: release.channel,
    architecture: process.arch,
    now: Date.now(),
    running: release.version,
    built: release.built,
    followed: memory.followed,
    failed: memory.failed.map(({ version }) => version),
  });
}

/** Runs in its own unit: the agent's sandbox cannot write to disks, and the update must survive the agent's end. */
async function sysupdate(version: string, program: string, log: string): Promise<void> {
  const systemdRun = findProgram('systemd-run');
  if (!systemdRun) throw new Error('systemd is missing.');
  await endOfEarlier();
  const unit = [`--unit=${UNIT}`, '--wait', '--collect', '--quiet', `--property=StandardError=file:${log}`];
  const { exited } = startProgram({
    program: systemdRun,
    args: [...unit, program, 'update', version],
    env: environment(),
    account: null,
  });
  const { code } = await exited;
  if (code === 0) return;
  const output = await readFile(log, 'utf8').catch(() => '');
  throw new Error(`The version could not be written: ${output.trim().slice(-OUTPUT_MAX)}`);
}

/** After the end of an agent, the version that it began to write is still being written. */
async function endOfEarlier(): Promise<void> {
  const systemctl = findProgram('systemctl');
  if (!systemctl) return;
  for (;;) {
    const args = ['is-active', '--quiet', UNIT];
    const { exited } = startProgram({ program: systemctl, args, env: environment(), account: null });
    if ((await exited).code !== 0) return;
    await pause(LOOK_MS);
  }
}
