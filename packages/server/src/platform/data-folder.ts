import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from './durable-file.ts';
import { StartError } from './start-error.ts';

const SECRET_BYTES = 32;

/** Makes the data folder where there is none, and sees that we may write there. Returns its real, absolute path. */
export function prepareDataFolder(path: string): string {
  try {
    // Whoever runs the database may have to pass through; what is private inside says so itself.
    if (mkdirSync(path, { recursive: true, mode: 0o711 }) !== undefined) chmodSync(path, 0o711);
    if (!statSync(path).isDirectory()) throw new TypeError('It is a file');
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (cause) {
    throw new StartError(
      `The data folder ${path} cannot be used: ${reason(cause)}.`,
      'Give this user the right to write there, or choose another folder with BERTH_DATA.',
      { cause },
    );
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Record<string, string> = {
    EACCES: 'this user may not write there',
    EPERM: 'this user may not write there',
    EROFS: 'it lies on a read-only file system',
    ENOTDIR: 'a part of its path is a file',
    EEXIST: 'a file is in its place',
    ENOSPC: 'the disk is full',
  };
  return known[code] ?? (error instanceof Error ? error.message : String(error));
}

/**
 * The installation's secret: 32 random bytes, made once and kept in the data folder. The passwords of the database's
 * roles and the keys of what is encrypted at rest are derived from it; without it neither opens.
 */
export function installationSecret(folder: string): Buffer {
  const file = join(folder, 'secret');
  const existing = readOrUndefined(file);
  if (existing === undefined) {
    const secret = randomBytes(SECRET_BYTES);
    writeFileDurably(file, `${secret.toString('base64url')}\n`, 0o600);
    return secret;
  }
  const secret = Buffer.from(existing.trim(), 'base64url');
  if (secret.length === SECRET_BYTES) return secret;
  throw new StartError(
    `The file ${file} does not hold the installation's secret any more.`,
    'Put it back from a backup: the database and what is encrypted in it cannot be opened without it.',
  );
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StartError(
      `The file ${file} cannot be read: ${reason(error)}.`,
      'Start Berth as the user who started it first, or give this user the files in the data folder.',
      { cause: error },
    );
  }
}
