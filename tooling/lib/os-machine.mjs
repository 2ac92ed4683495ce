import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { argumentsFor, kindOf } from './os-computer.mjs';
import { run } from './run.mjs';

export const DISK_BYTES = 8 * 1024 ** 3;
/** Where the boot partition begins, as systemd-repart lays it out. */
const ESP_AT = '1M';
/** @typedef {import('./os-computer.mjs').Computer} Computer */

/**
 * A copy of a version's disk, in a file, with these settings.
 * @param {string} disk
 * @param {string} copy
 * @param {Record<string, string>} settings lines of berth.conf
 */
export async function prepareDisk(disk, copy, settings) {
  // Most of a disk is empty.
  const copied = await run('cp', ['--sparse=always', '--reflink=auto', disk, copy]);
  if (copied.code !== 0) throw new Failure(`${disk} could not be copied.`, copied.output);
  truncateSync(copy, DISK_BYTES);
  await writeSettings(copy, settings);
}

/**
 * Writes berth.conf to a disk's boot partition.
 * @param {string} copy
 * @param {Record<string, string>} settings its lines
 */
async function writeSettings(copy, settings) {
  const conf = `${copy}.conf`;
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
  writeFileSync(conf, lines.join(''));
  const written = await run('mcopy', ['-o', '-i', `${copy}@@${ESP_AT}`, conf, '::/berth.conf']);
  if (written.code !== 0) throw new Failure('berth.conf could not be written to the boot partition.', written.output);
}

/**
 * An empty disk, in a file.
 * @param {string} file
 */
export function emptyDisk(file) {
  writeFileSync(file, '');
  truncateSync(file, DISK_BYTES);
}

/**
 * What firmware remembers of a computer that was never started.
 * @param {string} file
 * @param {string} [architecture]
 */
export function newFirmware(file, architecture) {
  copyFileSync(kindOf(architecture).variables, file);
}

/**
 * Starts the emulated TPM of a computer, for one of its lives.
 * @param {string} folder what it remembers
 */
export async function startTpm(folder) {
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, 'socket');
  const args = ['socket', '--tpm2', '--tpmstate', `dir=${folder}`, '--ctrl', `type=unixio,path=${socket}`];
  const swtpm = spawn('swtpm', args, { stdio: 'inherit' });
  const ended = new Promise((resolve) => swtpm.on('exit', resolve));
  while (!existsSync(socket)) await pause(100);
  const stop = async () => {
    swtpm.kill();
    await ended;
    rmSync(socket, { force: true });
  };
  return { socket, stop };
}

/**
 * Starts a computer in qemu, without KVM.
 * @param {Computer} computer
 * @param {(line: string) => void} onLine the serial console
 */
export function startOsMachine(computer, onLine) {
  const { program } = kindOf(computer.architecture);
  const qemu = spawn(program, argumentsFor(computer), { stdio: ['ignore', 'pipe', 'inherit'] });
  let rest = '';
  qemu.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = `${rest}${text}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => qemu.on('exit', () => resolve()));
  const stop = async () => {
    qemu.kill('SIGKILL');
    await ended;
  };
  return { stop, ended };
}
