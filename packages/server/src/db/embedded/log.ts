import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';

const BYTES_MAX = 5 * 1024 * 1024;
const LINES_SHOWN = 12;

/** The file that the database server writes its messages to: it outlives us when we are killed. */
export interface ServerLog {
  readonly descriptor: number;
  /** Where the log ends now. */
  position(): number;
  /** The last lines since a position, for a message that says why the server ended. */
  since(position: number): string;
  close(): void;
}

/** Opens the log; the one before is kept once beside it when it grew large. */
export function openServerLog(file: string): ServerLog {
  if (existsSync(file) && statSync(file).size > BYTES_MAX) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  return {
    descriptor,
    position: () => fstatSync(descriptor).size,
    since: (position) => {
      const text = readFileSync(file).subarray(position).toString('utf8');
      return text.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
    },
    close: () => closeSync(descriptor),
  };
}
