import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { moorMachine } from './lib/machine.ts';
import { type Result, residentMb, rounded } from './lib/result.ts';
import { cpuShare } from './lib/usage.ts';

const SETTLED_MS = 30_000;
const OVER_MS = 60_000;

/** What an agent costs that shows the home screen, is connected to the cloud, and has nothing to do. */
export async function run(): Promise<Result> {
  const { machine, dispose } = await moorMachine();
  try {
    await pause(SETTLED_MS);
    const pid = machine.agent.child.pid ?? 0;
    const share = await cpuShare(pid, OVER_MS);
    return {
      benchmark: 'at-rest',
      figures: [
        { name: 'resident memory of the agent', unit: 'MB', value: rounded(await residentSetMb(pid), 1), aim: 80 },
        { name: 'of it not shared with other programs', unit: 'MB', value: rounded(await residentMb([pid]), 1) },
        {
          name: 'processor time of the agent over a minute, of one core',
          unit: '%',
          value: rounded(share, 2),
          aim: 0.2,
        },
      ],
    };
  } finally {
    await dispose();
  }
}

/** Resident memory of one process as `ps` shows it, pages of the program file included, in MB. */
async function residentSetMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Rss:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}
