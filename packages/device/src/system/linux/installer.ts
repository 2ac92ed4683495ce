import { execFile } from 'node:child_process';
import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InstallSource } from '@berth/contract/bridge/installer';
import type { Log } from '../log.ts';
import { DiskUnchangedError, type Installer, type InstallOptions } from '../ports/installer.ts';
import { type Disks, LSBLK_COLUMNS, readDisks } from './block-devices.ts';
import { findProgram, startProgram } from './programs.ts';
import { environment } from './x-server.ts';

const PROGRAM = '/usr/lib/berth-os/install';
const FOLDER = '/run/berth/install';
const UNIT = 'berth-install';
const LOOK_MS = 500;
const OUTPUT_MAX = 500;
const COPIED = /^copied (\d+) of (\d+)$/gm;
const WRITES = /^writes the disk$/m;
const KEPT = /^keeps the machine$/m;
const run = promisify(execFile);

/** The installer of a machine whose Berth OS runs from a stick or from memory; null on every other machine. */
export async function openInstaller(log: Log, program = PROGRAM, folder = FOLDER): Promise<Installer | null> {
  let source: InstallSource | null;
  try {
    ({ source } = await findDisks());
  } catch (error) {
    // The machine's setup goes on without.
    log.error({ error: String(error) }, 'the disks of this computer cannot be read');
    return null;
  }
  if (source === null) return null;
  return {
    source,
    disks: async () => (await findDisks()).targets.map(({ disk }) => disk),
    diskAt: async (path) => {
      const device = await realpath(path).catch(() => path);
      return (await findDisks()).targets.find((target) => target.path === device)?.disk.id ?? null;
    },
    install: async (id, options) => {
      // Read again: between the list and the order, the disk may have been exchanged, or taken into use.
      const target = (await findDisks()).targets.find(({ disk }) => disk.id === id);
      if (!target) throw new DiskUnchangedError('The disk is not there any more.');
      const { obstacle } = target.disk;
      if (obstacle !== null) throw new DiskUnchangedError(`The disk cannot be used: ${obstacle}.`);
      return await copyTo(target.path, { ...options, program, folder });
    },
  };
}

async function findDisks(): Promise<Disks> {
  const lsblk = findProgram('lsblk');
  if (!lsblk) throw new Error('lsblk (util-linux) is missing.');
  const { stdout } = await run(lsblk, ['--json', '--bytes', '--tree', '--output', LSBLK_COLUMNS]);
  return readDisks(stdout);
}

interface Copy extends InstallOptions {
  readonly program: string;
  readonly folder: string;
}

/** Runs in its own unit: the agent's sandbox cannot write to disks, and a disk is not left half written by its end. */
async function copyTo(device: string, { program, folder, afresh, onProgress }: Copy): Promise<{ kept: boolean }> {
  const systemdRun = findProgram('systemd-run');
  if (!systemdRun) throw new Error('systemd is missing.');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [output, errors] = ['output', 'errors'].map((name) => join(folder, name)) as [string, string];
  const files = [`--property=StandardOutput=file:${output}`, `--property=StandardError=file:${errors}`];
  const { exited } = startProgram({
    program: systemdRun,
    args: [
      `--unit=${UNIT}`,
      '--wait',
      '--collect',
      '--quiet',
      ...files,
      program,
      ...(afresh ? ['--afresh'] : []),
      device,
    ],
    env: environment(),
    account: null,
  });
  let told = -1;
  const look = async (): Promise<void> => {
    const [copied, total] = [...(await readText(output)).matchAll(COPIED)].at(-1)?.slice(1).map(Number) ?? [];
    if (copied === undefined || !total) return;
    const percent = Math.floor((copied / total) * 100);
    if (percent !== told) onProgress(percent);
    told = percent;
  };
  const looking = setInterval(() => void look(), LOOK_MS);
  const { code } = await exited;
  clearInterval(looking);
  const said = await readText(output);
  if (code === 0) return { kept: KEPT.test(said) };
  const reason = (await readText(errors)).trim().slice(-OUTPUT_MAX) || `The installer ended with ${code}.`;
  throw WRITES.test(said) ? new Error(reason) : new DiskUnchangedError(reason);
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
