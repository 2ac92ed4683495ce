import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Updates } from '../ports/machine.ts';
import { findProgram, startProgram } from './programs.ts';
import { environment } from './x-server.ts';

/** The unit outlives the agent, which the update may replace: its output goes to files, not to pipes. */
const UNIT = 'berth-update';
const STEPS = [
  { doing: 'apt-get update', args: ['update', '-q'] },
  { doing: 'apt-get upgrade', args: ['upgrade', '-y', '-q', '-o', 'Dpkg::Options::=--force-confold'] },
] as const;
const CHECK_MS = 500;
const LOG_LINES = 5;

/**
 * Updates Debian with apt, each step in its own systemd unit.
 * @param folder Folder for apt's progress and output while it runs.
 */
export function linuxUpdates(folder: string): Updates {
  return {
    install: async (onProgress) => {
      const systemdRun = findProgram('systemd-run');
      if (!systemdRun) throw new Error('systemd is missing: this machine is updated elsewhere.');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const step of STEPS) await run(systemdRun, folder, step, onProgress);
      await rm(folder, { recursive: true, force: true });
      return '';
    },
  };
}

async function run(
  systemdRun: string,
  folder: string,
  { doing, args }: (typeof STEPS)[number],
  onProgress: (doing: string) => void,
): Promise<void> {
  const [status, log] = [join(folder, 'status'), join(folder, 'log')];
  await Promise.all([status, log].map((file) => rm(file, { force: true })));
  onProgress(doing);
  const { exited } = startProgram({
    program: systemdRun,
    args: [
      `--unit=${UNIT}`,
      '--wait',
      '--collect',
      '--quiet',
      '--setenv=DEBIAN_FRONTEND=noninteractive',
      // Paths are arguments of the script, never part of its text.
      'sh',
      '-c',
      'exec 3>"$1" >"$2" 2>&1; shift 2; exec "$@"',
      'sh',
      status,
      log,
      'apt-get',
      '-o',
      'APT::Status-Fd=3',
      ...args,
    ],
    env: environment(),
    account: null,
  });
  const watch = setInterval(() => {
    void percentOf(status).then((percent) => percent !== null && onProgress(`${doing} ${percent} %`));
  }, CHECK_MS);
  const { code } = await exited;
  clearInterval(watch);
  if (code === 0) return;
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n');
  throw new Error(`${doing} failed: ${lines.slice(-LOG_LINES).join('\n')}`);
}

/** apt's progress in percent, from the last line of its status: `pmstatus:package:43.2:Installing package`. */
async function percentOf(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, percent] = [...text.matchAll(/^(?:dl|pm)status:[^:]*:([\d.]+):/gm)].at(-1) ?? [];
  return percent === undefined ? null : Math.floor(Number(percent));
}
