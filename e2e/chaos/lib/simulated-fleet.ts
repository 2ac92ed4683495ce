import { join } from 'node:path';
import type { Running } from '@berth/testing/process';
import { runSimulator } from '../../kit/fleet.ts';

const PROCESSES = 2;

/** Virtual machines that keep their state in files, like real ones, in processes that can be killed. */
export interface SimulatedFleet {
  readonly machines: number;
  /** Times at which each command ran, by command ID, on the monotonic clock; survives kills. */
  readonly ran: ReadonlyMap<string, readonly number[]>;
  /** How often machines were told that another one replaced them. */
  readonly replaced: () => number;
  /** Folders in which the processes keep their machines. */
  readonly folders: readonly string[];
  /** Kills one process and starts it again. */
  readonly restart: (index: number) => Promise<void>;
  /** Freezes the machines of one process: they neither read nor write, and their sockets stay open. */
  readonly freeze: (index: number) => void;
  readonly thaw: (index: number) => void;
  readonly stop: () => Promise<void>;
}

interface SimulatedFleetOptions {
  readonly url: string;
  /** One enrollment code for all of them. */
  readonly code: string;
  /** Total number of machines. */
  readonly machines: number;
  readonly folder: string;
  /** Simulator options and environment variables of each process, by index. */
  readonly each?: (index: number) => { readonly args?: readonly string[]; readonly env?: Record<string, string> };
}

/** Resolves once all machines are online. */
export async function startSimulatedFleet({
  url,
  code,
  machines,
  folder,
  each = () => ({}),
}: SimulatedFleetOptions): Promise<SimulatedFleet> {
  const share = Math.ceil(machines / PROCESSES);
  const ran = new Map<string, number[]>();
  const folders = Array.from({ length: PROCESSES }, (_, index) => join(folder, String(index)));
  const start = (state: string, index: number): Running => {
    const { args = [], env = {} } = each(index);
    const common = ['--server', url, '--machines', String(share), '--enroll', code, '--state', state, '--tell'];
    const process = runSimulator([...common, ...args], env);
    process.onLine(note);
    return process;
  };
  let replaced = 0;
  const note = (line: string): void => {
    if (line.includes('"event":"link","state":"replaced"')) replaced += 1;
    const [, id] = /"event":"ran","id":"([\w-]+)"/.exec(line) ?? [];
    if (id !== undefined) ran.set(id, [...(ran.get(id) ?? []), performance.now()]);
  };
  const running = folders.map(start);
  await Promise.all(running.map((process) => process.line(new RegExp(`"online":${share}\\b`), 120_000)));
  return {
    machines: share * PROCESSES,
    ran,
    replaced: () => replaced,
    folders,
    restart: async (index) => {
      const [state, process] = [folders[index], running[index]];
      if (state === undefined || !process) return;
      await process.end('SIGKILL');
      running[index] = start(state, index);
    },
    freeze: (index) => void running[index]?.child.kill('SIGSTOP'),
    thaw: (index) => void running[index]?.child.kill('SIGCONT'),
    stop: async () => {
      await Promise.all(running.map((process) => process.end()));
    },
  };
}
