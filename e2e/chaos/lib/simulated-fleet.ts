import { join } from 'node:path';
import type { Running } from '@berth/testing/process';
import { runSimulator } from '../../kit/fleet.ts';

const PROCESSES = 2;

/** Virtual machines that keep their state in files, as real ones do, in processes that can be killed. */
export interface SimulatedFleet {
  readonly machines: number;
  /** When each command ran, by its id and by the clock that is never set: whatever was killed meanwhile. */
  readonly ran: ReadonlyMap<string, readonly number[]>;
  /** How often machines were told that another one took their place. */
  readonly replaced: () => number;
  /** Where the processes keep their machines. */
  readonly folders: readonly string[];
  /** Kills one of the processes and starts it again. */
  readonly restart: (index: number) => Promise<void>;
  /** Its machines neither read nor write any more, and their sockets stay open. */
  readonly freeze: (index: number) => void;
  readonly thaw: (index: number) => void;
  readonly stop: () => Promise<void>;
}

interface SimulatedFleetOptions {
  readonly url: string;
  /** An enrollment code for all of them. */
  readonly code: string;
  /** How many, all together. */
  readonly machines: number;
  readonly folder: string;
  /** Options of the simulator and variables of its processes, by their index. */
  readonly each?: (index: number) => { readonly args?: readonly string[]; readonly env?: Record<string, string> };
}

/** Resolves once all are online. */
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
