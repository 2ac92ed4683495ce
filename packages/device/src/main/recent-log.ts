import { writeSync } from 'node:fs';

/** Lines kept for a debug file. */
const KEPT = 1_000;
const STDERR = 2;

/** Where the log goes: to standard error, and the newest lines of it into memory. */
export function recentLog() {
  const lines: string[] = [];
  return {
    lines,
    write: (line: string): void => {
      lines.push(line);
      if (lines.length > KEPT) lines.shift();
      try {
        writeSync(STDERR, line);
      } catch {
        // Nobody reads it any more.
      }
    },
  };
}
