import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { type Shell, ShellForbiddenError } from '../ports/shell.ts';
import { openTerminal } from './terminal.ts';

/** If this file exists, the machine's owner forbids the shell; the cloud cannot override it. */
const VETO_FILE = '/etc/berth/no-shell';
const TIMEOUT_MS = 30_000;
const OUTPUT_MAX = 32_000;

export function linuxShell(): Shell {
  const check = () => {
    if (existsSync(VETO_FILE)) throw new ShellForbiddenError(`Shell commands are forbidden here by ${VETO_FILE}.`);
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

/** Opens a file for reading; rejects for folders, devices, and pipes. */
async function readFile(path: string): Promise<{ name: string; size: number; file: Readable }> {
  const found = await stat(absolute(path));
  if (!found.isFile()) throw new Error(`${path} is not a file.`);
  // Read no more than the announced size, even if the file grows.
  const { size } = found;
  const file = size === 0 ? createReadStream('/dev/null') : createReadStream(path, { end: size - 1 });
  return { name: basename(path), size, file };
}

/** Writes to a temporary file and renames it when complete; an aborted write leaves nothing. */
async function writeFile(path: string): Promise<{ path: string; file: Writable }> {
  const target = absolute(path);
  const existing = await stat(target).catch(() => null);
  if (existing && !existing.isFile()) throw new Error(`${path} is not a file.`);
  const part = `${target}.part`;
  const out = createWriteStream(part, { mode: existing?.mode ?? 0o600 });
  await new Promise<void>((resolve, reject) => {
    out.once('open', () => resolve());
    out.once('error', reject);
  });
  const file = new Writable({
    write: (bytes, _encoding, done) => void out.write(bytes, done),
    final: (done) => {
      out.end(() => {
        rename(part, target).then(() => done(), done);
      });
    },
    destroy: (error, done) => {
      if (file.writableFinished) return done(error);
      out.destroy();
      rm(part, { force: true }).then(() => done(error), done);
    },
  });
  return { path: target, file };
}

function absolute(path: string): string {
  if (!isAbsolute(path) || path.endsWith('/')) throw new Error(`${path} is not the whole path of a file.`);
  return path;
}
