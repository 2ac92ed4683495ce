import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { Failure } from './failure.mjs';
import { makeBootKey } from './os-build.mjs';
import { startOsCloud } from './os-cloud.mjs';
import { newFirmware, prepareDisk, startOsMachine, startTpm } from './os-machine.mjs';
import { run } from './run.mjs';

const LIMIT_MS = 60 * 60_000;
/** A refusal is on the screen as soon as the firmware has read a file: minutes before a system would be there. */
const REFUSAL_MS = 10 * 60_000;
/** After a refusal, in case that the loader goes on all the same. */
const AFTER_REFUSAL_MS = 30_000;
const SHOWN = 90;
const BOOT_PARTITION = '1M';
const LOADER = '::/EFI/BOOT/BOOTX64.EFI';
const FACTS =
  'bootctl status --no-pager | head -n 12; echo "PCR 7 $(cat /sys/class/tpm/tpm0/pcr-sha256/7)"; echo "/var on $(findmnt -rno SOURCE /var)"; ls /boot/loader/keys/auto; journalctl -b -o cat -u berth-var | tail -n 3';

/**
 * @typedef {{ disk: string, firmware: string, tpm: string }} Parts files of a computer, and the folder of its TPM
 * @typedef {(line: string) => void} Tell
 */

/**
 * Starts an emulated computer whose firmware has no keys from a version's disk: the boot loader enrolls the keys, and the
 * firmware then starts this system, but none that is not signed, signed by another key, or changed in one byte.
 * @param {{ image: string, version: string }} built the disk of a version that was built with a boot key
 * @param {string} folder for the computer's files
 * @param {Tell} tell
 */
export async function proveSecureBoot({ image, version }, folder, tell) {
  const own = join(folder, 'secure-boot');
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const at = (/** @type {string} */ name) => join(own, name);
  const parts = { disk: at('disk.raw'), firmware: at('firmware'), tpm: at('tpm') };
  newFirmware(parts.firmware);
  await enrolls(image, version, parts, tell);

  const kernel = `::/EFI/Linux/berth_${version}.efi`;
  const other = await makeBootKey(own, 'other');
  /** @param {string} file */
  const unsigned = (file) => program('sbattach', '--remove', file);
  /** @type {[string, string, (file: string) => Promise<void>][]} */
  const refused = [
    ['a kernel without a signature', kernel, unsigned],
    [
      'a kernel that another key has signed',
      kernel,
      async (file) => {
        await unsigned(file);
        await program('sbsign', '--key', other.key, '--cert', other.cert, '--output', file, file);
      },
    ],
    ['a kernel with one flipped byte', kernel, flipByte],
    ['a boot loader without a signature', LOADER, unsigned],
  ];
  for (const [name, path, change] of refused) {
    const file = at('changed');
    const damage = async () => {
      await program('mcopy', '-o', '-i', `${parts.disk}@@${BOOT_PARTITION}`, path, file);
      await change(file);
      await program('mcopy', '-o', '-i', `${parts.disk}@@${BOOT_PARTITION}`, file, path);
    };
    tell(`${name}: ${await isRefused(parts, name, image, damage)}`);
  }
}

/**
 * @param {string} image
 * @param {string} version
 * @param {Parts} parts
 * @param {Tell} tell
 */
async function enrolls(image, version, parts, tell) {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const cloud = startOsCloud(tell);
  const server = `http://10.0.2.2:${await cloud.listen()}`;
  await prepareDisk(image, parts.disk, { BERTH_SERVER: server, BERTH_OPTIONS: '--no-screen --allow-shell' });
  /** @type {string[]} */
  const lines = [];
  const { machine, tpm } = await start(parts, lines);
  const facts = async () => {
    await cloud.reports(({ version: running }) => running === version, signal);
    const { output } = await cloud.order('shell', signal, { command: FACTS });
    tell(`${JSON.stringify(cloud.hardware)}\n${output}`);
    expect(output, /Secure Boot: enabled/, /\/var on \/dev\/mapper\/berth-var/, /^PK\.auth$/m);
    const { secureBoot, diskEncryption } = cloud.hardware ?? {};
    if (secureBoot !== 'on' || diskEncryption !== 'tpm')
      throw new Failure(`the machine reports Secure Boot ${secureBoot}, encryption ${diskEncryption}.`);
    return /PCR 7 (\w+)/.exec(output)?.[1] ?? '';
  };
  try {
    tell('power on, with firmware that has no keys');
    const first = await facts();
    if (!lines.some((line) => /successfully enrolled/.test(line))) throw new Failure('nobody enrolled the keys.');
    // The disk was encrypted under the keys, so the TPM opens it again: a machine that asks for the recovery key reports nothing.
    const before = lines.length;
    await cloud.order('reboot', signal);
    while (!lines.slice(before).some((line) => line.includes('BdsDxe: starting'))) {
      await pause(250, undefined, { signal });
    }
    tell('the firmware starts it again');
    cloud.expect(true);
    const second = await facts();
    if (first === '' || first !== second) throw new Failure(`PCR 7 was ${first}, and is ${second}.`);
  } finally {
    await machine.stop();
    await tpm.stop();
    cloud.close();
  }
}

/**
 * Starts a computer from a copy of a version's disk, and returns what its screen says of the refusal.
 * @param {Parts} parts
 * @param {string} name
 * @param {string} image
 * @param {() => Promise<void>} [change] of the copy
 */
export async function isRefused(parts, name, image, change) {
  await prepareDisk(image, parts.disk, {});
  await change?.();
  /** @type {string[]} */
  const lines = [];
  const { machine, tpm } = await start(parts, lines);
  const refusal = () => lines.find((line) => /access denied|security violation/i.test(line));
  try {
    for (const end = Date.now() + REFUSAL_MS; refusal() === undefined; await pause(250)) {
      if (Date.now() > end) throw new Failure(`${name} is not refused.`);
    }
    await pause(AFTER_REFUSAL_MS);
    const started = lines.find((line) => /systemd\[1\]|Linux version/.test(line));
    if (started !== undefined) throw new Failure(`${name} is refused, and starts: ${started}`);
    // The loader's menu is in the same line.
    return stripVTControlCharacters(refusal() ?? '')
      .trim()
      .slice(-SHOWN);
  } finally {
    await machine.stop();
    await tpm.stop();
  }
}

/**
 * @param {Parts} parts
 * @param {string[]} lines what the computer shows
 */
async function start({ disk, firmware, tpm: folder }, lines) {
  const tpm = await startTpm(folder);
  const machine = startOsMachine({ disk, firmware, tpm: tpm.socket, knowsSecureBoot: true }, (line) => {
    lines.push(line);
    if (line.trim() !== '') console.log(`         ${line}`);
  });
  return { machine, tpm };
}

/**
 * In the middle, which is the initrd.
 * @param {string} file
 */
async function flipByte(file) {
  const bytes = readFileSync(file);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/**
 * @param {string} name
 * @param {...string} args
 */
async function program(name, ...args) {
  const { code, output } = await run(name, args);
  if (code !== 0) throw new Failure(`${name} failed.`, output);
}

/**
 * @param {string} output
 * @param {...RegExp} wanted
 */
function expect(output, ...wanted) {
  for (const each of wanted) if (!each.test(output)) throw new Failure(`the machine does not say ${each}: ${output}`);
}
