import type { Readable, Writable } from 'node:stream';

/** In characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface Terminal {
  readonly output: Readable;
  /** Resolves when its shell has ended. */
  readonly ended: Promise<void>;
  write(bytes: Uint8Array): void;
  resize(size: TerminalSize): void;
  close(): Promise<void>;
}

/** The owner of the machine allows no shell: a refusal, not a command that failed. */
export class ShellForbiddenError extends Error {}

/** What administrators may do on the machine itself, as the agent's own user. */
export interface Shell {
  /** False if the owner forbids it: the cloud cannot change that. */
  readonly isAllowed: boolean;
  /** Standard output and error together. Rejects with them when the command fails, with ShellForbiddenError if it may not run here. */
  run(command: string): Promise<string>;
  /** Throws where it may not be. */
  openTerminal(size: TerminalSize): Terminal;
  /** Rejects where it may not be, and for what is no file. */
  readFile(path: string): Promise<{ readonly name: string; readonly size: number; readonly file: Readable }>;
  /** The file is complete once the stream has ended. Rejects where writing is not allowed. */
  writeFile(path: string): Promise<{ readonly path: string; readonly file: Writable }>;
}
