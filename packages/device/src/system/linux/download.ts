import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { request as requestHttps } from 'node:https';
import { finished } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { request as requestHttp } from '../http.ts';

/** A file to download, identified by its hash. */
export interface Wanted {
  readonly address: URL;
  readonly to: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface DownloadOptions {
  /** Called with the number of this file's bytes that have arrived. */
  readonly onBytes?: (bytes: number) => void;
  /** Undefined: no limit. */
  readonly bytesPerSecond?: number | undefined;
  /** Aborts the download; what has arrived is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Waits between attempts while no data arrives. After the last one, the error is thrown. */
  readonly pausesMs?: readonly number[];
}

const SILENCE_MS = 60_000;
const PAUSES_MS = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000];

/**
 * Downloads a file and verifies its hash. A partial download is stored as `.part` and resumed, also by a later process.
 * A file with a wrong hash is deleted and never gets its final name.
 */
export async function download(wanted: Wanted, options: DownloadOptions = {}): Promise<void> {
  const { pausesMs = PAUSES_MS, signal } = options;
  const { to, bytes, sha256 } = wanted;
  const part = `${to}.part`;
  if ((await sizeOf(to)) === bytes && (await hashOf(to)) === sha256) return;
  for (let attempt = 0; (await sizeOf(part)) < bytes; ) {
    const before = await sizeOf(part);
    try {
      await fetchRest(wanted, part, before, options);
    } catch (error) {
      if (error instanceof DownloadError || signal?.aborted || attempt >= pausesMs.length) throw error;
      // Retry at once after an attempt that brought data.
      if ((await sizeOf(part)) > before) attempt = 0;
      await pause(pausesMs[attempt++], undefined, { ref: false, ...(signal && { signal }) });
    }
  }
  if ((await sizeOf(part)) !== bytes || (await hashOf(part)) !== sha256) {
    await rm(part, { force: true });
    throw new Error(`${wanted.address.pathname} is not what its manifest says.`);
  }
  await rename(part, to);
}

/** The server does not have the file: a retry is pointless. */
class DownloadError extends Error {}

function fetchRest({ address, bytes }: Wanted, part: string, from: number, options: DownloadOptions) {
  const { onBytes, bytesPerSecond, signal } = options;
  return new Promise<void>((resolve, reject) => {
    let file: WriteStream | undefined;
    // Flush what has arrived before reporting the end, so that the next attempt resumes there.
    const end = (error?: Error | null) => {
      const settle = () => (error ? reject(error) : resolve());
      if (file) file.end(settle);
      else settle();
    };
    const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      agent: false,
      ...(signal && { signal }),
    });
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error(`${address.host} does not answer.`)));
    request.on('error', end);
    request.on('response', (reply) => {
      const { statusCode = 0 } = reply;
      if (statusCode !== 200 && statusCode !== 206) {
        request.destroy();
        const message = `${address.pathname}: the server answered ${statusCode}.`;
        end(statusCode < 500 ? new DownloadError(message) : new Error(message));
        return;
      }
      // A server without range support sends the file from its beginning.
      let arrived = statusCode === 206 ? from : 0;
      const began = performance.now();
      const writer = createWriteStream(part, { flags: arrived > 0 ? 'a' : 'w' });
      file = writer.on('error', (error) => request.destroy(error));
      let passed = 0;
      reply.on('data', (chunk: Buffer) => {
        arrived += chunk.length;
        passed += chunk.length;
        if (arrived > bytes)
          request.destroy(new DownloadError(`${address.pathname} is larger than its manifest says.`));
        else onBytes?.(arrived);
        const dueMs = bytesPerSecond === undefined ? 0 : (passed / bytesPerSecond) * 1_000;
        reply.pause();
        writer.write(chunk, () => {
          const earlyMs = dueMs - (performance.now() - began);
          if (earlyMs > 0) setTimeout(() => reply.resume(), earlyMs);
          else reply.resume();
        });
      });
      finished(reply, end);
    });
    request.end();
  });
}

async function sizeOf(file: string): Promise<number> {
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
