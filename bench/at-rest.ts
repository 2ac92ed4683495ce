import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { registerTestMachine, startAsUnit } from './lib/machine.ts';
import { ownMb, type Result, rounded } from './lib/result.ts';
import { cpuShare } from './lib/usage.ts';

/** The agent saves its compile cache 10 s after it starts. */
const COMPILED_MS = 11_000;
const SETTLED_MS = 30_000;
const OVER_MS = 60_000;

/**
 * Cost of an idle agent that shows the home screen and is connected to the cloud, as after every boot except the first,
 * which compiles.
 */
export async function run(): Promise<Result> {
  const data = await mkdtemp(join(tmpdir(), 'berth-bench-machine-'));
  const { server, machine: first, dispose } = await registerTestMachine(undefined, { data });
  await pause(COMPILED_MS);
  await first.cutPower();
  const machine = await startAsUnit(server.url, { data });
  try {
    await machine.page.locator('[data-tour="status-bar"]').waitFor();
    await pause(SETTLED_MS);
    const pid = machine.agent.child.pid ?? 0;
    const share = await cpuShare(pid, OVER_MS);
    return {
      benchmark: 'at-rest',
      figures: [
        { name: 'resident memory of the agent', unit: 'MB', value: rounded(await residentSetMb(pid), 1), aim: 80 },
        { name: 'of it its own, rather than mapped files', unit: 'MB', value: rounded(await ownMb(pid), 1) },
        {
          name: 'processor time of the agent over a minute, of one core',
          unit: '%',
          value: rounded(share, 2),
          aim: 0.2,
        },
      ],
    };
  } finally {
    await machine.dispose();
    await dispose();
    await rm(data, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Resident memory of one process as `ps` shows it, including mapped program files, in MB. */
async function residentSetMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Rss:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}
