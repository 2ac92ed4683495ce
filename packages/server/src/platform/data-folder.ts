import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from './folder.ts';
import { StartError } from './start-error.ts';

const SECRET_BYTES = 32;

/** Creates the data folder if missing and checks write access. Returns its real, absolute path. */
export function prepareDataFolder(path: string): string {
  try {
    // The database's account may need to enter; private files inside have their own mode.
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

/** The data folder of an existing installation. */
export function existingDataFolder(path: string): string {
  if (existsSync(path)) return prepareDataFolder(path);
  throw new StartError(`There is no data folder ${path}.`, 'Name the one of the installation with BERTH_DATA.');
}

/**
 * The secret in use: the configured one, else the one in the data folder. Only a first start generates one; a command
 * without BERTH_SECRET would otherwise create a wrong one.
 */
export function secretInForce(given: Buffer | undefined, folder: string): Buffer {
  const secret = given ?? readSecret(folder);
  if (secret !== undefined) return secret;
  throw new StartError(
    `There is no secret in the data folder ${folder}.`,
    'Set BERTH_SECRET as it is set for the server, or put the file secret back from a backup.',
  );
}

/**
 * The installation's secret: 32 random bytes, generated once and kept in the data folder. Database passwords and
 * encryption keys are derived from it and unusable without it. If a database exists already, its secret is elsewhere,
 * and none is generated.
 */
export function installationSecret(folder: string): Buffer {
  const existing = readSecret(folder);
  if (existing !== undefined) return existing;
  if (existsSync(join(folder, 'postgres'))) return secretInForce(undefined, folder);
  const secret = randomBytes(SECRET_BYTES);
  writeSecret(folder, secret);
  return secret;
}

/** Stores a secret in a data folder. */
export function writeSecret(folder: string, secret: Buffer): void {
  writeFileDurably(join(folder, 'secret'), `${secret.toString('base64url')}\n`, 0o600);
}

function readSecret(folder: string): Buffer | undefined {
  const file = join(folder, 'secret');
  const existing = readOrUndefined(file);
  if (existing === undefined) return undefined;
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
