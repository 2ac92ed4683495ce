import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '@berth/testing/process';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The server in a separate process, as `npm start` runs it. */
export interface ServerProcess {
  readonly pid: number;
  /** The URL that it prints when it is ready; rejects if it ends before. */
  readonly ready: Promise<string>;
  /** Its exit code and output, once it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly complaint: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the server with this environment only, optionally as another user. */
export function runServer({
  env,
  uid,
}: {
  readonly env: Readonly<Record<string, string>>;
  readonly uid?: number | undefined;
}): ServerProcess {
  const { child, exit, line, stdout, stderr } = run(MAIN, [], { BERTH_PORT: '0', ...env }, { isolated: true, uid });
  if (child.pid === undefined) throw new Error('The server could not be started');
  const ready = line(/^Berth is ready: (\S+)$/).then(([, url = '']) => url);
  // Tests that only wait for the end do not handle this rejection.
  ready.catch(() => undefined);
  return {
    pid: child.pid,
    ready,
    ended: exit.then((code) => ({ code, out: stdout(), complaint: stderr() })),
    kill: (signal) => void child.kill(signal),
  };
}

/** IDs of all processes whose command line contains this folder. */
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
