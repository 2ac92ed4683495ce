import { existsSync, readdirSync, renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { DISK_BYTES } from './os-machine.mjs';
import { run } from './run.mjs';

const SECTOR = 512;
/** As systemd-repart lays the slots out (deploy/os). */
const SLOTS = /** @type {const} */ ([
  { part: 'verity', type: '2C7357ED-EBD2-46D9-AEC1-23D437EC2BF5', bytes: 32 * 1024 ** 2 },
  { part: 'root', type: '4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709', bytes: 1536 * 1024 ** 2 },
]);

/**
 * A file of a version, and the partition ID in its name.
 * @param {string} folder of the versions
 * @param {string} version
 * @param {'root' | 'verity'} part
 */
export function fileOf(folder, version, part) {
  const name = readdirSync(join(folder, version)).find((each) => each.endsWith(`.${part}.raw`)) ?? '';
  const id = new RegExp(`^berth_.*_([0-9a-f-]{36})[.]${part}`).exec(name)?.[1];
  if (!id) throw new Failure(`there is no ${part} of ${version} in ${folder}.`);
  return { name, id };
}

/**
 * A disk with two versions as an update leaves it, both proved, that never started. Made once in a folder.
 * @param {string} folder of the versions
 * @param {string} first
 * @param {string} second the newer one, which starts
 */
export async function diskWithBoth(folder, first, second) {
  const kept = join(folder, `disk-${first}-${second}.raw`);
  if (existsSync(kept)) return kept;
  const disk = `${kept}.new`;
  await must('cp', ['--sparse=always', '--reflink=auto', join(folder, first, 'disk.raw'), disk]);
  truncateSync(disk, DISK_BYTES);
  await must('sfdisk', ['--quiet', '--relocate', 'gpt-bak-std', disk]);
  for (const { part, type, bytes } of SLOTS) {
    const { name, id } = fileOf(folder, second, part);
    const line = `size=${bytes / SECTOR}, type=${type}, uuid=${id}, name=berth_${second}, attrs=GUID:60`;
    await must('sh', ['-c', 'echo "$1" | sfdisk --quiet --append "$2"', 'sh', line, disk]);
    const start = (await partitionsOf(disk)).at(-1)?.start ?? 0;
    const at = [`seek=${(start * SECTOR) / 1024 ** 2}`, 'bs=1M', 'conv=notrunc', 'status=none'];
    await must('dd', [`if=${join(folder, second, name)}`, `of=${disk}`, ...at]);
  }
  const kernel = join(folder, second, `berth_${second}.efi`);
  await must('mcopy', ['-i', `${disk}@@1M`, kernel, '::/EFI/Linux/']);
  renameSync(disk, kept);
  return kept;
}

/**
 * @param {string} disk
 * @returns {Promise<{ name?: string, start: number, size: number }[]>} in sectors
 */
export async function partitionsOf(disk) {
  return JSON.parse(await must('sfdisk', ['--json', disk])).partitiontable.partitions;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
async function must(program, args) {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Failure(`${program} failed.`, output);
  return output;
}
