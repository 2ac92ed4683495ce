import type { Readable, Writable } from 'node:stream';

/** Size in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface Terminal {
  readonly output: Readable;
  /** Resolves when the shell has ended. */
  readonly ended: Promise<void>;
  write(bytes: Uint8Array): void;
  resize(size: TerminalSize): void;
  close(): Promise<void>;
}

/** The machine's owner forbids the shell; the command did not run. */
export class ShellForbiddenError extends Error {}

/** A shell for administrators, as the agent's user. */
export interface Shell {
  /** False if the owner forbids the shell; the cloud cannot change that. */
  readonly isAllowed: boolean;
  /** Resolves to standard output and error. Rejects with them if the command fails, with ShellForbiddenError if forbidden. */
  run(command: string): Promise<string>;
  /** Throws if the shell is forbidden. */
  openTerminal(size: TerminalSize): Terminal;
  /** Rejects if the shell is forbidden, or if the path is not a file. */
  readFile(path: string): Promise<{ readonly name: string; readonly size: number; readonly file: Readable }>;
  /** The file is complete once the stream has ended. Rejects if the shell is forbidden. */
  writeFile(path: string): Promise<{ readonly path: string; readonly file: Writable }>;
}
