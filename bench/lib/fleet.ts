import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runSimulator, SIMULATOR } from '@berth/e2e/kit/fleet';
import type { Running } from '@berth/testing/process';

const BENCH_DATA = join(import.meta.dirname, '../../packages/server/scripts/bench-data.ts');
/** Machines per simulator process: more would saturate its core. */
const PER_PROCESS = 5_000;
const REPORT_MS = 250;

/** Where machines register. */
export interface FleetEnvironment {
  readonly url: string;
  /** The server's data folder, which holds its embedded database. */
  readonly data: string;
  readonly organizationId: string;
  readonly profileId: string;
}

interface Line {
  readonly machines: number;
  readonly online: number;
  readonly applied: Readonly<Record<string, number>>;
  readonly applications: number;
  readonly commands: number;
}

/** Virtual machines in separate processes, and their reports. */
export interface Fleet {
  readonly machines: number;
  online(): number;
  /** Number of machines that show this revision of their profile. */
  showing(revision: number): number;
  /** How often machines applied a profile or layers, in total. */
  applications(): number;
  commands(): number;
  /** Resolves when the condition holds, checked with each line of the simulators; rejects on timeout. */
  until(what: string, holds: () => boolean, patienceMs: number): Promise<void>;
  stop(): Promise<void>;
}

interface FleetOptions {
  /** Prefix of their names, which also separates their keys from another fleet's. */
  readonly name?: string;
  /** Machines started per second, by each process. */
  readonly perSecond?: number;
  /** Machines per minute that disconnect for some seconds, in each process. */
  readonly churn?: number;
}

interface Part {
  readonly name: string;
  readonly count: number;
}

/** A fleet in parts, one for each process. */
function partsOf(machines: number, name: string): Part[] {
  return Array.from({ length: Math.ceil(machines / PER_PROCESS) }, (_, index) => ({
    name: `${name} ${String.fromCharCode(65 + index)}`,
    count: Math.min(PER_PROCESS, machines - index * PER_PROCESS),
  }));
}

/** Registers a fleet directly in the database: an API call per machine would take longer than the measurement. */
export async function registerFleet(environment: FleetEnvironment, machines: number, name = 'Virtual'): Promise<void> {
  const list: { readonly id: string; readonly name: string }[] = [];
  for (const part of partsOf(machines, name)) {
    const args = [SIMULATOR, '--ids', '--keys', part.name, '--machines', String(part.count)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
    list.push(
      ...stdout
        .trim()
        .split('\n')
        .map((id, index) => ({ id, name: `${part.name} ${index + 1}` })),
    );
  }
  const args = [BENCH_DATA, 'add-machines', environment.data, environment.organizationId, environment.profileId];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] });
  child.stdin.end(JSON.stringify(list));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the machines could not be registered');
}

/** Connects a registered fleet; resolves when all machines are online. */
export async function startFleet(
  environment: FleetEnvironment,
  machines: number,
  options: FleetOptions = {},
): Promise<Fleet> {
  const { name = 'Virtual', perSecond = 500, churn = 0 } = options;
  const running: Running[] = [];
  const last = new Map<Running, Line>();
  const sum = (read: (line: Line) => number) => [...last.values()].reduce((total, line) => total + read(line), 0);

  for (const part of partsOf(machines, name)) {
    const who = ['--server', environment.url, '--keys', part.name, '--machines', String(part.count)];
    const how = ['--per-second', String(perSecond), '--churn', String(churn), '--report-ms', String(REPORT_MS)];
    const process = runSimulator([...who, ...how]);
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
    applications: () => sum(({ applications }) => applications),
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
  await fleet.until('coming online', () => fleet.online() >= machines * (churn > 0 ? 0.5 : 1), 600_000);
  return fleet;
}
