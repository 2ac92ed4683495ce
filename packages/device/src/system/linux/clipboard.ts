import { execFile } from 'node:child_process';
import type { Running } from '../ports/programs.ts';
import { findProgram, type Start } from './programs.ts';

const READ_MS = 3_000;
const BYTES_MAX = 2 * 1024 * 1024;

function xclip(): string {
  const program = findProgram('xclip');
  if (!program) throw new Error('xclip is not installed.');
  return program;
}

/** Reads the clipboard's text on a display; empty if it has none. */
export async function readClipboard(env: Readonly<Record<string, string>>): Promise<string> {
  const args = ['-selection', 'clipboard', '-target', 'UTF8_STRING', '-out'];
  const options = { env, timeout: READ_MS, maxBuffer: BYTES_MAX };
  const program = xclip();
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) => resolve(error ? '' : stdout));
  });
}

/** Puts a text into the clipboard, until another program replaces it or the returned program is stopped. */
export function offerClipboard(
  text: string,
  start: (wanted: Pick<Start, 'program' | 'args' | 'input'>) => Running,
): Running {
  return start({ program: xclip(), args: ['-quiet', '-selection', 'clipboard', '-in'], input: text });
}
