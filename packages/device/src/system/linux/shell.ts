import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Shell, ShellForbidden } from '../ports/shell.ts';
import { readFile, writeFile } from './shell-files.ts';
import { openTerminal } from './terminal.ts';

/** The owner's veto: the cloud cannot lift it. */
const VETO_FILE = '/etc/berth/no-shell';
const TIMEOUT_MS = 30_000;
const OUTPUT_MAX = 32_000;

export function linuxShell(): Shell {
  const check = () => {
    if (existsSync(VETO_FILE)) throw new ShellForbidden(`Shell commands are forbidden here by ${VETO_FILE}.`);
  };
  return {
    get isAllowed() {
      return !existsSync(VETO_FILE);
    },
    run: async (command) => {
      check();
      return execute(command);
    },
    openTerminal: (size) => {
      check();
      return openTerminal(size);
    },
    readFile: async (path) => {
      check();
      return readFile(path);
    },
    writeFile: async (path) => {
      check();
      return writeFile(path);
    },
  };
}

function execute(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_MAX, killSignal: 'SIGKILL' } as const;
    execFile('/bin/sh', ['-c', command], options, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.slice(0, OUTPUT_MAX);
      if (error) reject(new Error(output || error.message));
      else resolve(output);
    });
  });
}
