import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DiskEncryption } from '@berth/contract/device/disk';

/** Where the system says how a disk is encrypted. */
interface DiskPlaces {
  /** A folder of the disk in question. */
  readonly folder: string;
  readonly devices: string;
  /** Written in the initrd of Berth OS once the TPM has opened the disk, or will open it next time. */
  readonly openedByTpm: string;
}

const PLACES: DiskPlaces = { folder: '/var', devices: '/sys/dev/block', openedByTpm: '/run/berth-os/opened-by-tpm' };

/** How the disk with the machine's data is protected; undefined if that cannot be read. */
export function diskEncryption(places = PLACES): DiskEncryption | undefined {
  try {
    const { dev } = statSync(places.folder);
    // A file system without a device of its own, such as that of a container.
    if (major(dev) === 0) return undefined;
    if (!isEncrypted(join(places.devices, `${major(dev)}:${minor(dev)}`))) return 'none';
    return statSync(places.openedByTpm, { throwIfNoEntry: false }) ? 'tpm' : 'key';
  } catch {
    return undefined;
  }
}

/** Whether a block device, or one below it such as that of a logical volume, is encrypted. */
function isEncrypted(device: string): boolean {
  if (textOf(join(device, 'dm/uuid')).startsWith('CRYPT-')) return true;
  return slavesOf(device).some((slave) => isEncrypted(join(device, 'slaves', slave)));
}

function slavesOf(device: string): string[] {
  try {
    return readdirSync(join(device, 'slaves'));
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

// As in the C library (gnu_dev_major): the numbers are interleaved.
function major(dev: number): number {
  return Number((BigInt(dev) >> 8n) & 0xfffn);
}

function minor(dev: number): number {
  return Number((BigInt(dev) & 0xffn) | ((BigInt(dev) >> 12n) & 0xfff00n));
}
