import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { Exit, Running } from '../ports/programs.ts';
import type { Account } from './accounts.ts';

/** A bind mount: a folder mounted over another. */
export interface Bind {
  readonly folder: string;
  readonly over: string;
}

export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Null: the agent's own user. */
  readonly account: Account | null;
  readonly cwd?: string;
  /** Written to standard input, which is then closed. */
  readonly input?: string;
  /** Whether setuid programs take effect, which Chromium's sandbox needs; other users' programs run with no_new_privs. */
  readonly gainsRights?: boolean | undefined;
  /** Called with each line of standard error. */
  readonly onLine?: (line: string) => void;
  /** Number of additional pipes to read from, starting at file descriptor 3. */
  readonly pipes?: number;
  /** A bind mount for this program only; requires root. */
  readonly bind?: Bind | undefined;
  /** Runs in its own PID namespace: all its processes end with it, even outside its process group. Requires root. */
  readonly isolated?: boolean;
  /** Whether to tell a kill from exit code 1, for isolated programs to which that code means something else. */
  readonly tellsKills?: boolean;
  /** Whether it is stopped by SIGKILL at once, for a program that does harm when it ends in order. */
  readonly endsAtOnce?: boolean;
}

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 3_000;

/** The path of an installed program, or null. Also searches system folders, which some users' PATH lacks. */
export function findProgram(...names: readonly string[]): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
  for (const name of names) {
    for (const folder of folders.filter(Boolean)) {
      if (isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a program in its own process group, optionally as another user. The kernel kills it when the agent dies for
 * any reason (PR_SET_PDEATHSIG by setpriv), so no process is left behind.
 */
export function startProgram(start: Start): Running & { readonly child: ChildProcess } {
  const setpriv = findProgram('setpriv');
  if (!setpriv) throw new Error('setpriv (util-linux) is missing.');
  const [program = setpriv, ...args] = commandLine(setpriv, start);
  const child = spawn(program, args, {
    env: start.env,
    cwd: start.cwd ?? '/',
    detached: true,
    stdio: [
      start.input === undefined ? 'ignore' : 'pipe',
      'ignore',
      start.onLine || start.tellsKills ? 'pipe' : 'ignore',
      ...Array.from({ length: start.pipes ?? 0 }, () => 'pipe' as const),
    ],
  });
  let isStopped = false;
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal, ...(isStopped && { isStopped }) }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });
  if (start.input !== undefined) {
    child.stdin?.on('error', () => {});
    child.stdin?.end(start.input);
  }
  if (start.onLine) forEachLine(child, start.onLine);
  const stop = () => {
    isStopped = true;
    return stopGroup(child, exited, start.endsAtOnce);
  };
  const told = start.tellsKills ? withKills(child, exited) : exited;
  return { child, pid: child.pid ?? -1, exited: told, stop };
}

function commandLine(
  setpriv: string,
  { account, bind, isolated = false, gainsRights, program, args }: Start,
): string[] {
  const confined = gainsRights ? [] : ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const identity = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', ...confined] : [];
  if (!bind && !isolated) return [...withAgent(setpriv, ...identity), program, ...args];
  const command = [setpriv, ...identity, '--pdeathsig', 'KILL', '--', program, ...args];
  const namespaces = ['--mount', ...(isolated ? ['--pid', '--fork', '--kill-child', '--mount-proc'] : [])];
  // Paths are arguments of the script, never part of its text. Mounting requires root and comes first.
  const script = 'mount --bind "$1" "$2" && shift 2 && exec "$@"';
  const bound = bind ? ['sh', '-c', script, 'sh', bind.folder, bind.over] : [];
  return [...withAgent(setpriv), 'unshare', ...namespaces, '--', ...bound, ...command];
}

/**
 * The start of a command line whose program ends with the agent. The kernel sends no signal if the parent died before
 * PR_SET_PDEATHSIG was set, so the program only starts if its parent is still the agent. Source: prctl(2).
 */
export function withAgent(setpriv: string, ...identity: readonly string[]): string[] {
  const script = '[ "$PPID" = "$1" ] && shift && exec "$@"';
  return [setpriv, ...identity, '--pdeathsig', 'KILL', '--', '/bin/sh', '-c', script, 'sh', String(process.pid)];
}

async function stopGroup(child: ChildProcess, exited: Promise<Exit>, atOnce = false): Promise<void> {
  signalGroup(child, atOnce ? 'SIGKILL' : 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  await exited;
  clearTimeout(timer);
  // Kill helpers that outlived their main process.
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The process group is empty.
  }
}

/** If its program was killed, unshare (util-linux 2.38) ends with code 1 and a message: it cannot end by SIGKILL itself. */
async function withKills(child: ChildProcess, exited: Promise<Exit>): Promise<Exit> {
  let isKilled = false;
  forEachLine(child, (line) => {
    isKilled ||= line.startsWith('unshare: ');
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const exit = await exited;
  if (exit.code !== 1) return exit;
  await closed;
  return isKilled ? { code: null, signal: 'SIGKILL' } : exit;
}

function forEachLine(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(-4_096);
    for (const line of lines) onLine(line);
  });
}
