import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Shell } from '../ports/shell.ts';

/** The veto of whoever owns the machine: the cloud cannot lift it. */
const VETO_FILE = '/etc/berth/no-shell';
const TIMEOUT_MS = 30_000;
const OUTPUT_MAX = 32_000;

export function linuxShell(): Shell {
  return {
    run: (command) => {
      if (existsSync(VETO_FILE)) return Promise.reject(new Error(`Shell commands are forbidden here by ${VETO_FILE}.`));
      return new Promise((resolve, reject) => {
        const options = { timeout: TIMEOUT_MS, maxBuffer: OUTPUT_MAX, killSignal: 'SIGKILL' } as const;
        execFile('/bin/sh', ['-c', command], options, (error, stdout, stderr) => {
          const output = `${stdout}${stderr}`.slice(0, OUTPUT_MAX);
          if (error) reject(new Error(output || error.message));
          else resolve(output);
        });
      });
    },
  };
}
