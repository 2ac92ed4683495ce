import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Terminal, TerminalSize } from '../ports/shell.ts';
import { findProgram, withAgent } from './programs.ts';

const GRACE_MS = 2_000;

/** A login shell of the agent's user on its own terminal, which util-linux' script creates. */
export function openTerminal({ columns, rows }: TerminalSize): Terminal {
  const [setpriv, script] = [findProgram('setpriv'), findProgram('script')];
  if (!setpriv || !script) throw new Error('util-linux is missing.');
  const shell = findProgram('bash', 'sh');
  // Numbers by type and Math.trunc: no viewer input becomes part of the script.
  const command = `stty rows ${Math.trunc(rows)} cols ${Math.trunc(columns)}; exec ${shell} -l`;
  const [program = setpriv, ...args] = [...withAgent(setpriv), script, '-qefc', command, '/dev/null'];
  const child = spawn(program, args, {
    cwd: process.env.HOME ?? '/',
    detached: true,
    env: { ...process.env, TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return {
    output: child.stdout,
    ended,
    write: (bytes) => void child.stdin.write(bytes),
    resize: (size) => resize(child, size),
    async close() {
      hangUp(child, 'SIGHUP');
      const timer = setTimeout(() => hangUp(child, 'SIGKILL'), GRACE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Resizes the terminal; the kernel notifies its processes. */
function resize({ pid }: ChildProcess, { columns, rows }: TerminalSize): void {
  const device = pid === undefined ? undefined : deviceOf(pid);
  const size = ['rows', String(Math.trunc(rows)), 'cols', String(Math.trunc(columns))];
  if (device !== undefined) execFile('stty', ['-F', device, ...size], () => {});
}

/** The terminal device of the shell below `script`; undefined before it starts and after it ends. */
function deviceOf(pid: number): string | undefined {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const children = tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '));
    return children
      .filter(Boolean)
      .map((child) => readlinkSync(`/proc/${child}/fd/0`))
      .find((link) => link.startsWith('/dev/pts/'));
  } catch {
    return undefined;
  }
}

function hangUp({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The process has ended.
  }
}
