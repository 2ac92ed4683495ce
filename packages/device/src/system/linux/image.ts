import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RECOVERY_KEY } from '@berth/contract/device/disk';
import { readStateFile, syncFolder } from '../../state/file.ts';
import { afterProof, afterStart, type ImageMemory, understandMemory } from '../../state/image-memory.ts';
import { setAside, writeReserved } from '../../state/reserve.ts';
import type { Log } from '../log.ts';
import type { Clock, RunningImage } from '../ports/machine.ts';
import { processZone } from '../process-zone.ts';

/** Paths of an image machine that concern its versions. */
export interface ImagePlaces {
  readonly release: string;
  /** Folder of the stored memory and of downloads. */
  readonly folder: string;
  /** The boot partition's folder of versions. */
  readonly entries: string;
  /** A file that ends the trial of the running version; removed when the agent ends. */
  readonly healthy: string;
  readonly keys: string;
  /** The running root file system, verified as it is read. */
  readonly root: string;
  /** UEFI's variables. */
  readonly firmware: string;
}

const IMAGE_PLACES: ImagePlaces = {
  release: '/usr/lib/os-release',
  folder: '/var/lib/berth-os',
  entries: '/boot/EFI/Linux',
  healthy: '/run/berth/healthy',
  keys: '/usr/lib/berth-os/keys.json',
  root: '/dev/mapper/root',
  firmware: '/sys/firmware/efi/efivars',
};

/** Timeout of systemd-bless-boot's mark, and interval of looking for it. */
const MARK_MS = 60_000;
const LOOK_MS = 250;

/** A version as described in its os-release. */
export interface Release {
  readonly version: string;
  readonly channel: string;
  /** Build time, in milliseconds since 1970. */
  readonly built: number;
}

/** The running image and its memory. */
export interface Image extends RunningImage {
  readonly release: Release;
  readonly places: ImagePlaces;
  readonly bootId: string;
  readonly memory: ImageMemory;
  /** Changes the memory; resolves once the change is durable. Calls must not overlap. */
  remember(change: (memory: ImageMemory) => ImageMemory): Promise<void>;
  /** Whether the next start empties the machine's own partition, after a factory reset. */
  emptyAtStart(isWanted: boolean): Promise<void>;
  /** Whether an installed version waits for a reboot, or the firmware's keys do. */
  rebootNeeded(): boolean;
}

/** The image that this computer runs; null on Debian with the package. */
export async function openImage(bootId: string, log: Log, places = IMAGE_PLACES): Promise<Image | null> {
  const release = await readRelease(places.release);
  if (release === null) return null;
  await mkdir(places.folder, { recursive: true });
  await setAside(places.folder);
  const file = join(places.folder, 'versions.json');
  const stored = understandMemory(await readStateFile(file, log));
  const { version, channel } = release;
  const tries = (of: string) => triesLeft(places.entries, of);
  const start = { version, bootId, triesLeft: tries, usedUp: usedUp(places.entries), now: new Date() };
  let memory = afterStart(stored, start);
  if (memory !== stored) await writeReserved(file, memory);
  const remember = async (change: (memory: ImageMemory) => ImageMemory) => {
    memory = change(memory);
    await writeReserved(file, memory);
  };
  // Made with the encrypted disk, in the initrd.
  const recoveryKey = async () => {
    const key = (await readFile(join(places.folder, 'recovery-key'), 'utf8').catch(() => '')).trim();
    return RECOVERY_KEY.test(key) ? key : null;
  };
  return {
    release,
    places,
    bootId,
    get memory() {
      return memory;
    },
    remember,
    newlyFailed: memory.failed[0] === stored.failed[0] ? null : (memory.failed[0] ?? null),
    system: () => ({
      kind: 'image',
      version,
      channel,
      proved: tries(version) === null,
      next: memory.trial && memory.trial.version !== version ? memory.trial.version : null,
      failed: [...memory.failed],
      architecture: process.arch === 'arm64' ? 'arm64' : 'x64',
    }),
    rebootNeeded: () => (memory.trial !== null && memory.trial.version !== version) || keysOrder(places) === 'restart',
    keysOrder: () => keysOrder(places),
    recoveryKey,
    emptyAtStart: async (isWanted) => {
      const order = join(places.folder, 'reset');
      if (isWanted) await writeFile(order, '');
      else await rm(order, { force: true });
      await syncFolder(places.folder);
    },
    prove: async () => {
      await writeFile(places.healthy, '');
      await remember((before) => afterProof(before, version));
      // systemd-bless-boot now marks the boot as good. Until then the version counts as on trial.
      for (let waited = 0; tries(version) !== null && waited < MARK_MS; waited += LOOK_MS) {
        await pause(LOOK_MS, undefined, { ref: false });
      }
    },
  };
}

function keysOrder({ folder }: ImagePlaces): 'restart' | 'refused' | null {
  const order = join(folder, 'replace-keys');
  if (!existsSync(order)) return null;
  const text = readFileSync(order, 'utf8').trim();
  // A number other than 0: starts are at it.
  return text === '0' ? 'restart' : text.startsWith('refused') ? 'refused' : null;
}

async function readRelease(file: string): Promise<Release | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const value = (name: string) => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(text)?.[1];
  const version = value('IMAGE_VERSION');
  if (value('IMAGE_ID') !== 'berth' || !version) return null;
  return { version, channel: value('BERTH_CHANNEL') ?? 'stable', built: Number(value('BERTH_BUILT') ?? 0) * 1_000 };
}

/**
 * The number of boot tries left, from a version's file name such as `berth_3+1-1.efi`. Null: not counted, no longer
 * counted, or unreadable; 0: never again.
 */
function triesLeft(entries: string, version: string): number | null {
  const found = entryOf(entries, version);
  if (found === null) return null;
  if (found === undefined) return 0;
  const [, left] = /\+(\d+)(?:-\d+)?\.efi$/.exec(found) ?? [];
  return left === undefined ? null : Number(left);
}

/** Versions whose starts are counted and used up. */
function usedUp(entries: string): string[] {
  try {
    return readdirSync(entries).flatMap((name) => /^berth_([0-9.-]+)\+0(?:-\d+)?\.efi$/.exec(name)?.[1] ?? []);
  } catch {
    return [];
  }
}

/** The name of a version's file on the boot partition; undefined: it is not there. Null: unreadable. */
export function entryOf(entries: string, version: string): string | undefined | null {
  try {
    const start = `berth_${version}`;
    return readdirSync(entries).find((name) => name.startsWith(`${start}+`) || name === `${start}.efi`);
  } catch {
    return null;
  }
}

/** Reads the trusted keys for new versions from the running image. */
export function readKeys(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const ZONES = '/usr/share/zoneinfo';

/** The clock of an image: because /etc is read-only, /etc/localtime is a link to this folder. */
export function imageClock(folder = IMAGE_PLACES.folder): Clock {
  return {
    zone: processZone,
    setZone: async (zone) => {
      const file = join(ZONES, zone);
      if (!file.startsWith(`${ZONES}/`) || !(await stat(file)).isFile()) throw new Error(`No time zone ${zone}.`);
      const next = join(folder, 'localtime.next');
      await rm(next, { force: true });
      await symlink(file, next);
      await rename(next, join(folder, 'localtime'));
      // Node reads the system's zone only at start.
      process.env.TZ = zone;
    },
  };
}
