import { join } from 'node:path';
import { type Running, run } from '@berth/e2e/kit/process';

const SIMULATOR = join(import.meta.dirname, '../../packages/simulator/src/main.ts');
/** Machines in one process of the simulator: more would wait for its one core. */
const PER_PROCESS = 5_000;
const REPORT_MS = 250;

/** Where machines come alongside. */
export interface Harbour {
  readonly url: string;
  readonly organizationId: string;
  readonly profileId: string;
  /** A member's access token. */
  readonly token: string;
}

interface Line {
  readonly machines: number;
  readonly online: number;
  readonly applied: Readonly<Record<string, number>>;
  readonly commands: number;
}

/** Virtual machines in processes of their own, and what they say. */
export interface Fleet {
  readonly machines: number;
  online(): number;
  /** Machines that show this revision of their profile. */
  showing(revision: number): number;
  commands(): number;
  /** Resolves when this holds, asked with each line of the simulators; rejects after a while. */
  until(what: string, holds: () => boolean, patienceMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Registers and connects them; resolves when all are online. */
export async function startFleet(harbour: Harbour, machines: number, name = 'Virtual'): Promise<Fleet> {
  const running: Running[] = [];
  const last = new Map<Running, Line>();
  const sum = (read: (line: Line) => number) => [...last.values()].reduce((total, line) => total + read(line), 0);

  for (let left = machines; left > 0; left -= PER_PROCESS) {
    const args = ['--server', harbour.url, '--machines', String(Math.min(left, PER_PROCESS)), '--per-second', '500'];
    const home = ['--organization', harbour.organizationId, '--profile', harbour.profileId];
    const how = ['--name', `${name} ${String.fromCharCode(65 + running.length)}`, '--report-ms', String(REPORT_MS)];
    const process = run(SIMULATOR, [...args, ...home, ...how], { BERTH_TOKEN: harbour.token });
    process.child.stdout?.on('data', (chunk: Buffer) => {
      const line = chunk.toString().trim().split('\n').at(-1) ?? '';
      if (line.startsWith('{"event":"fleet"')) last.set(process, JSON.parse(line));
    });
    running.push(process);
  }

  const fleet: Fleet = {
    machines,
    online: () => sum(({ online }) => online),
    showing: (revision) => sum(({ applied }) => applied[revision] ?? 0),
    commands: () => sum(({ commands }) => commands),
    async until(what, holds, patienceMs) {
      const end = performance.now() + patienceMs;
      while (!holds()) {
        const ended = running.find(({ child }) => child.exitCode !== null);
        if (ended) throw new Error(`a simulator ended: ${ended.output().slice(-2_000)}`);
        if (performance.now() > end) throw new Error(`${what} took longer than ${patienceMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop: async () => {
      await Promise.all(running.map((each) => each.end()));
    },
  };
  await fleet.until('coming online', () => fleet.online() === machines, 600_000);
  return fleet;
}
