import type { Shell } from '../ports/shell.ts';

/** A machine that runs nobody's commands. */
export function noShell(): Shell {
  return { run: () => Promise.reject(new Error('Shell commands are not allowed on this machine.')) };
}
