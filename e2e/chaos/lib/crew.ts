import { join } from 'node:path';
import { type Running, run } from '../../kit/process.ts';

const SIMULATOR = join(import.meta.dirname, '../../../packages/simulator/src/main.ts');
const PROCESSES = 2;

/** Virtual machines that keep their state in files, as real ones do, in processes that can be killed. */
export interface Crew {
  readonly machines: number;
  /** How often each command ran, by its id: whatever was killed meanwhile. */
  readonly ran: ReadonlyMap<string, number>;
  /** Where the processes keep their machines. */
  readonly folders: readonly string[];
  /** Kills one of the processes and starts it again. */
  readonly restart: (index: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startCrew(url: string, code: string, machines: number, folder: string): Promise<Crew> {
  const each = Math.ceil(machines / PROCESSES);
  const ran = new Map<string, number>();
  const folders = Array.from({ length: PROCESSES }, (_, index) => join(folder, String(index)));
  const start = (state: string): Running => {
    const args = ['--server', url, '--machines', String(each), '--enrol', code, '--state', state, '--tell'];
    const process = run(SIMULATOR, args, {});
    process.child.stdout?.on('data', (chunk: Buffer) => count(chunk.toString()));
    return process;
  };
  const count = (text: string): void => {
    for (const [, id = ''] of text.matchAll(/"event":"ran","id":"([\w-]+)"/g)) ran.set(id, (ran.get(id) ?? 0) + 1);
  };
  const running = folders.map(start);
  await Promise.all(running.map((process) => process.line(new RegExp(`"online":${each}\\b`), 120_000)));
  return {
    machines: each * PROCESSES,
    ran,
    folders,
    restart: async (index) => {
      const [state, process] = [folders[index], running[index]];
      if (!state || !process) return;
      await process.end('SIGKILL');
      running[index] = start(state);
    },
    stop: async () => {
      await Promise.all(running.map((process) => process.end()));
    },
  };
}
