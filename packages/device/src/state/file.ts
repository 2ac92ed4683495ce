import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { Log } from '../system/log.ts';

/**
 * One JSON value in one file that survives power cuts: written to a temporary file, synced, renamed, folder synced. The
 * previous version stays as `<file>.previous`. The file starts with a digest line, so that damage is detected.
 */

/**
 * Reads the newest valid version; one that is damaged or cannot be read is renamed to `<file>.damaged-<time>`. Null if
 * there is none.
 */
export async function readStateFile(file: string, log: Log): Promise<unknown> {
  for (const candidate of [file, `${file}.previous`]) {
    const { value, error } = await readVersion(candidate);
    if (value !== undefined) return value;
    if (error === null) continue;
    const aside = `${candidate}.damaged-${Date.now()}`;
    // Not on a disk that cannot be written.
    const isAside = await rename(candidate, aside).then(
      () => true,
      () => false,
    );
    log.error({ file: candidate, aside: isAside && aside, error }, 'state file is damaged: using the version before');
  }
  return null;
}

/** Passing shortages of the system: such a file is not damaged. */
const SHORTAGES = new Set(['EMFILE', 'ENFILE', 'ENOMEM']);

async function readVersion(file: string): Promise<{ readonly value?: unknown; readonly error: string | null }> {
  try {
    const value = parse(await readFile(file, 'utf8'));
    return value === undefined ? { error: 'its digest is wrong' } : { value, error: null };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (SHORTAGES.has(code)) throw error;
    return { error: code === 'ENOENT' ? null : String(error) };
  }
}

/** Replaces the file. Resolves once the new version is durable. Calls must not overlap. */
export async function writeStateFile(file: string, value: unknown): Promise<void> {
  const body = JSON.stringify(value);
  const next = `${file}.next`;
  const handle = await open(next, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    await handle.writeFile(`${digest(body)}\n${body}\n`);
    await handle.sync();
  } catch (error) {
    // On a full disk, a part of it would take the last room from the others.
    await rm(next, { force: true }).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
  await keepPrevious(file);
  await rename(next, file);
  await syncFolder(dirname(file));
}

// A hard link to the current version, so that there is always at least one version.
async function keepPrevious(file: string): Promise<void> {
  const spare = `${file}.previous-next`;
  await rm(spare, { force: true });
  const linked = await link(file, spare).then(() => true, missing);
  if (linked) await rename(spare, `${file}.previous`);
}

/** Makes created and renamed files in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function parse(text: string): unknown {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1).replace(/\n$/, '');
  if (end < 0 || text.slice(0, end) !== digest(body)) return undefined;
  return JSON.parse(body);
}

function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

function missing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/**
 * Locks a data folder against a second agent. The lock is a socket in Linux's abstract namespace: the kernel releases
 * it when the process ends, so there are no stale locks.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = `\0berth-device-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Another machine already runs on the folder ${folder}.`) : error);
    });
    server.listen(name, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}
