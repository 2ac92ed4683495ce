import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A process of the product under test; its output lines can be awaited. */
export interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The lines on standard output alone, each with its line break. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Its exit code after a regular exit; null after a signal. */
  readonly exit: Promise<number | null>;
  /** Resolves with the first line, past or future, that matches; rejects when the process ends without one. */
  readonly line: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpMatchArray>;
  /** Calls with every further line. */
  readonly onLine: (listen: (line: string) => void) => void;
  /** Ends it, with SIGTERM by default, or with SIGKILL like a power cut. Resolves when it is gone. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
}

export interface RunOptions {
  /** Options of Node itself. */
  readonly flags?: readonly string[];
  /** Whether the program gets only the given environment; by default it is added to that of the tests. */
  readonly isolated?: boolean;
  /** Another user to run as, if the tests run as root. */
  readonly uid?: number | undefined;
}

/** Starts a Node program of the repository and records its output. */
export function run(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { flags = [], isolated = false, uid }: RunOptions = {},
): Running {
  const child = spawn(process.execPath, [...flags, script, ...args], {
    env: isolated ? { PATH: process.env.PATH, ...env } : { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const record = (stream: Readable): (() => string) => {
    const own: string[] = [];
    createInterface({ input: stream }).on('line', (line) => {
      own.push(`${line}\n`);
      lines.push(line);
      for (const listener of listeners) listener(line);
    });
    return () => own.join('');
  };
  const stdout = record(child.stdout);
  const stderr = record(child.stderr);
  const exited = once(child, 'exit');
  // All output has been read by then.
  const closed = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));

  return {
    child,
    output: () => lines.join('\n'),
    stdout,
    stderr,
    exit: closed,
    line: (pattern, timeoutMs = 180_000) =>
      new Promise((resolve, reject) => {
        const settle = (finish: () => void): void => {
          clearTimeout(timer);
          listeners.delete(look);
          finish();
        };
        const look = (line: string): void => {
          const match = line.match(pattern);
          if (match) {
            settle(() => resolve(match));
          }
        };
        const fail = (why: string): void =>
          settle(() => reject(new Error(`${script}: ${why} before ${pattern}\n${lines.slice(-40).join('\n')}`)));
        const timer = setTimeout(() => fail(`nothing in ${timeoutMs} ms`), timeoutMs);
        listeners.add(look);
        void exited.then(() => fail('ended'));
        lines.forEach(look);
      }),
    onLine: (listen) => void listeners.add(listen),
    end: async (signal) => {
      await endProgram(child, signal);
      await exited;
    },
  };
}

/** Ends a process; resolves when it is gone, even if it had ended before. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
