import type { Shell } from '../ports/shell.ts';

/** A machine that runs nobody's commands. */
export function noShell(): Shell {
  const refused = () => new Error('Shell commands are not allowed on this machine.');
  return {
    isAllowed: false,
    run: () => Promise.reject(refused()),
    openTerminal: () => {
      throw refused();
    },
    readFile: () => Promise.reject(refused()),
    writeFile: () => Promise.reject(refused()),
  };
}
