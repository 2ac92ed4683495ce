import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { attempt, DownloadError, type DownloadOptions, fetchPart, paceOf } from './http-download.ts';

/** A file to download, identified by its hash. */
export interface Wanted {
  readonly address: URL;
  readonly to: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Downloads a file and verifies its hash. A partial download is stored as `.part` and resumed, also by a later process.
 * A file with a wrong hash is deleted and never gets its final name.
 */
export async function download(wanted: Wanted, options: DownloadOptions = {}): Promise<void> {
  const { address, to, bytes } = wanted;
  if (await isComplete(wanted)) return;
  const file = `${to}.part`;
  const missing = async () => bytes - (await sizeOf(file));
  const pace = paceOf(options.bytesPerSecond);
  const fetch = async () => fetchPart({ address, file, from: await sizeOf(file), end: bytes, pace }, options);
  await attempt(missing, fetch, options);
  await accept(wanted, file);
}

/** Whether an earlier process has downloaded it. */
export async function isComplete({ to, bytes, sha256 }: Wanted): Promise<boolean> {
  return (await sizeOf(to)) === bytes && (await hashOf(to)) === sha256;
}

/** Gives a downloaded file its name if it is what it should be, and deletes it otherwise. */
export async function accept({ address, to, bytes, sha256 }: Wanted, file: string): Promise<void> {
  if ((await sizeOf(file)) !== bytes || (await hashOf(file)) !== sha256) {
    await rm(file, { force: true });
    throw new DownloadError(`${address.pathname} is not what its manifest says.`);
  }
  await rename(file, to);
}

/** A file's size; 0 without one. */
export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
