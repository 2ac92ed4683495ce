import { createHash } from 'node:crypto';
import type { InstallDisk, InstallSource } from '@berth/contract/bridge/installer';
import { INSTALL_BYTES_MIN } from '@berth/contract/rules/installation';

/** Columns of lsblk that this file reads. */
export const LSBLK_COLUMNS = 'PATH,TYPE,SIZE,RM,TRAN,RO,MODEL,SERIAL,WWN,FSTYPE,LABEL,PARTLABEL,PARTTYPE,MOUNTPOINTS';

/** A block device as lsblk describes it, with what is on it. */
interface BlockDevice {
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly rm: boolean;
  readonly tran: string | null;
  readonly ro: boolean;
  readonly model: string | null;
  readonly serial: string | null;
  readonly wwn: string | null;
  readonly fstype: string | null;
  readonly label: string | null;
  readonly partlabel: string | null;
  readonly parttype: string | null;
  readonly mountpoints: readonly (string | null)[];
  readonly children?: readonly BlockDevice[];
}

/** A disk that Berth OS could be installed on. */
export interface Target {
  readonly path: string;
  readonly disk: InstallDisk;
}

export interface Disks {
  /** stick: the system runs from a removable disk or one on USB. Null: from a disk of the computer. */
  readonly source: InstallSource | null;
  /** The other disks. */
  readonly targets: readonly Target[];
}

const WINDOWS_RESERVED = 'e3c9e316-0b5c-4db8-817d-f92df00215ae';
const WINDOWS_LABEL = /^(windows|system[ -]reserved)/i;
const LINUX_FORMATS = /^(ext[234]|btrfs|xfs|f2fs|swap|crypto_LUKS|LVM2_member|linux_raid_member)$/;
/** Disks in memory, floppy disks, and the areas of an eMMC that only firmware uses. */
const NOT_FOR_SYSTEMS = /^\/dev\/(z?ram\d|fd\d|nbd\d|mmcblk\d+(boot|rpmb))/;

/** What firmware fetched into memory, and describes as persistent memory (UEFI HTTP boot). */
const FETCHED = /^\/dev\/pmem\d/;

/** Reads lsblk's JSON. */
export function readDisks(json: string): Disks {
  const { blockdevices } = JSON.parse(json) as { readonly blockdevices: readonly BlockDevice[] };
  const disks = blockdevices.filter(
    ({ type, size, path }) => type === 'disk' && size > 0 && !NOT_FOR_SYSTEMS.test(path),
  );
  const running = disks.find((disk) => mountsOf(disk).includes('/'));
  return {
    source: running ? sourceOf(running) : null,
    targets: disks.filter((disk) => disk !== running).map((disk) => ({ path: disk.path, disk: describe(disk) })),
  };
}

function sourceOf(running: BlockDevice): InstallSource | null {
  if (FETCHED.test(running.path)) return 'network';
  return isRemovable(running) ? 'stick' : null;
}

function describe(disk: BlockDevice): InstallDisk {
  const { path, size, model, serial, wwn } = disk;
  const known = JSON.stringify([path, size, model, serial, wwn]);
  return {
    id: createHash('sha256').update(known).digest('hex').slice(0, 16),
    name: model?.trim() || path,
    bytes: size,
    removable: isRemovable(disk),
    content: contentOf(disk),
    partitions: partitionsOf(disk).map((each) => ({ name: each.label ?? each.partlabel ?? '', bytes: each.size })),
    obstacle: obstacleOf(disk),
  };
}

function obstacleOf(disk: BlockDevice): InstallDisk['obstacle'] {
  if (disk.ro) return 'read-only';
  const isInUse = mountsOf(disk).length > 0 || below(disk).some(({ type }) => type !== 'part');
  if (isInUse) return 'in-use';
  return disk.size < INSTALL_BYTES_MIN ? 'too-small' : null;
}

function contentOf(disk: BlockDevice): InstallDisk['content'] {
  const all = [disk, ...below(disk)];
  if (all.some(isBerth)) return 'berth';
  if (all.some(isWindows)) return 'windows';
  if (all.some(({ fstype }) => LINUX_FORMATS.test(fstype ?? ''))) return 'linux';
  return partitionsOf(disk).length === 0 && disk.fstype === null ? 'empty' : 'other';
}

/** The installer gives the boot partition's file system its name last; /var is made by the first start. */
function isBerth({ partlabel, label }: BlockDevice): boolean {
  return partlabel === 'berth-var' || (partlabel === 'berth-esp' && label === 'BERTH-ESP');
}

function isWindows({ parttype, fstype, label }: BlockDevice): boolean {
  return (
    parttype === WINDOWS_RESERVED || fstype === 'BitLocker' || (fstype === 'ntfs' && WINDOWS_LABEL.test(label ?? ''))
  );
}

function isRemovable({ rm, tran }: BlockDevice): boolean {
  return rm || tran === 'usb';
}

function partitionsOf(disk: BlockDevice): readonly BlockDevice[] {
  return (disk.children ?? []).filter(({ type }) => type === 'part');
}

/** Partitions, and what is made of them, such as an encrypted volume. */
function below({ children = [] }: BlockDevice): readonly BlockDevice[] {
  return children.flatMap((child) => [child, ...below(child)]);
}

function mountsOf(disk: BlockDevice): readonly string[] {
  return [disk, ...below(disk)].flatMap(({ mountpoints }) => mountpoints.filter((each) => each !== null));
}
