import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The server as `npm start` runs it, in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  /** The address that it printed when it was ready; fails when it ended before. */
  readonly ready: Promise<string>;
  /** What it said, once it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly complaint: string }>;
  kill(signal: NodeJS.Signals): void;
}

export interface ProcessOptions {
  /** Nothing of the environment of the tests is passed on. */
  readonly env: Readonly<Record<string, string>>;
  /** Another user than ours, where we are root. */
  readonly uid?: number | undefined;
}

export function runServer({ env, uid }: ProcessOptions): ServerProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, BERTH_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  if (child.pid === undefined) throw new Error('The server could not be run');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([code]: unknown[]) => {
    const [out, complaint] = await output;
    return { code: typeof code === 'number' ? code : null, out, complaint };
  });
  const ready = new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /^Berth is ready: (\S+)$/m.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    ended.then(({ complaint }) => reject(new Error(`The server ended before it was ready: ${complaint}`)), reject);
  });
  // Whoever waits for the end only must not stumble over a server that never was ready.
  ready.catch(() => undefined);
  return { pid: child.pid, ready, ended, kill: (signal) => void child.kill(signal) };
}

/** All processes whose command line or working folder names this folder. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readFileOrEmpty(`/proc/${pid}/cmdline`).includes(folder));
}

function readFileOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
