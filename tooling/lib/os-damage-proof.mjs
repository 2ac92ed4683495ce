import { closeSync, linkSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { newLife } from './os-life.mjs';
import { diskWithBoth, fileOf, partitionsOf } from './os-slots.mjs';
import { run } from './run.mjs';

const LIMIT_MS = 90 * 60_000;
const SECTOR = 512;

/**
 * Where one byte is flipped, of the version that runs: in the first block of its hashes' tree, in the first block of its
 * root, or in a program that every start reads. Its kernel is left out: without Secure Boot nothing verifies that.
 * @typedef {'hashes' | 'root' | 'program'} Place
 */

/**
 * A machine that has 1.1 and 1.2 and runs 1.2 is damaged there while it is off, and goes on with 1.1.
 * @param {import('./os-life.mjs').Proof} proof
 * @param {Place} place
 */
export async function proveDamage(proof, place) {
  const life = await newLife(proof, await diskWithBoth(proof.folder, '1.1', '1.2'), LIMIT_MS);
  try {
    if (place === 'hashes') await flip(life.disk, '1.2', true, 4096 + 100);
    else await flip(life.disk, '1.2', false, place === 'root' ? 1024 + 8 : await programAt(proof.folder));
    proof.tell(`a byte is flipped: ${place}`);
    const began = Date.now();
    void life.powerOn();
    const { failed } = await life.runs('1.1');
    proof.tell(`1.1 runs ${Math.round((Date.now() - began) / 1000)} s after power-on: ${JSON.stringify(failed)}`);
    if (failed[0]?.version !== '1.2') throw new Failure('1.2 is not known as failed.');
    proof.tell(await life.ask('ls /boot/EFI/Linux'));
  } finally {
    await life.end();
  }
}

/**
 * Where the root of 1.2 has the first bytes of the agent's runtime, by the tools that built it.
 * @param {string} folder
 */
async function programAt(folder) {
  const tools = join(folder, 'work/tools');
  const link = join(tools, 'tmp/root.raw');
  rmSync(link, { force: true });
  linkSync(join(folder, '1.2', fileOf(folder, '1.2', 'root').name), link);
  const { output } = await run('chroot', [tools, 'dump.erofs', '--path=/usr/lib/berth/node', '-e', '/tmp/root.raw']);
  rmSync(link);
  const at = Number(/^ *0: .*: *(\d+)\.\. *\d+ \|/m.exec(output)?.[1]);
  if (!(at > 0)) throw new Failure(`it is not known where the program is: ${output}`);
  return at + 100;
}

/**
 * @param {string} disk
 * @param {string} version
 * @param {boolean} ofHashes whether the partition of its hashes is meant, or its root
 * @param {number} at
 */
async function flip(disk, version, ofHashes, at) {
  // The hashes' partition is the smaller one.
  const own = (await partitionsOf(disk))
    .filter(({ name }) => name === `berth_${version}`)
    .sort((a, b) => a.size - b.size);
  const start = own[ofHashes ? 0 : 1]?.start;
  if (start === undefined) throw new Failure(`${disk} has no version ${version}.`);
  const file = openSync(disk, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, start * SECTOR + at);
  byte[0] = (byte[0] ?? 0) ^ 0x10;
  writeSync(file, byte, 0, 1, start * SECTOR + at);
  closeSync(file);
}
