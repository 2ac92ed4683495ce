import { createWriteStream, type WriteStream } from 'node:fs';
import type { Agent } from 'node:http';
import { request as requestHttps } from 'node:https';
import { finished } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { refuseUpgrade, request as requestHttp } from '../http.ts';

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

/** What to read of a file on a server, and where to write it. */
export interface Part {
  readonly address: URL;
  readonly file: string;
  /** The first byte, also in the file. */
  readonly from: number;
  /** The byte after the last one. */
  readonly end: number;
  /** The server has more after that: it must send a part. */
  readonly isInner?: boolean;
  /** With a connection to use again. */
  readonly kept?: Agent;
  readonly pace: Pace;
}

const SILENCE_MS = 60_000;
const PAUSES_MS = [2_000, 10_000, 30_000, 60_000, 120_000, 300_000];

/** The server does not have the file, not this one, or not in parts: a retry is pointless. */
export class DownloadError extends Error {}

/** Attempts until nothing is missing. An attempt that brought data is repeated soon, others after longer and longer waits. */
export async function attempt(
  missing: () => number | Promise<number>,
  fetch: () => Promise<void>,
  { pausesMs = PAUSES_MS, signal }: DownloadOptions,
): Promise<void> {
  let failures = 0;
  for (let before = await missing(); before > 0; before = await missing()) {
    try {
      await fetch();
      if ((await missing()) === before) throw new Error('The server sent nothing.');
    } catch (error) {
      if (error instanceof DownloadError || signal?.aborted || failures >= pausesMs.length) throw error;
      if ((await missing()) < before) failures = 0;
      await pause(pausesMs[failures++], undefined, { ref: false, ...(signal && { signal }) });
    }
  }
}

/** Time that a download may make up for, after a server was slower than its limit. */
const MADE_UP_MS = 100;

/** How far a download is ahead of its limit, over all its parts. */
export type Pace = ReturnType<typeof paceOf>;

/** Without a limit, nothing waits. */
export function paceOf(bytesPerSecond = Number.POSITIVE_INFINITY) {
  let due = performance.now();
  return {
    took(bytes: number): void {
      due = Math.max(due, performance.now() - MADE_UP_MS) + (bytes / bytesPerSecond) * 1_000;
    },
    /** Milliseconds before more may be fetched. */
    waitMs: () => Math.max(0, Math.ceil(due - performance.now())),
  };
}

/** Writes a part of a file on a server to the same place of a local file. Rejects if it ends early; what has arrived is written. */
export function fetchPart({ address, file, from, end, isInner = false, kept, pace }: Part, options: DownloadOptions) {
  const { onBytes, signal } = options;
  return new Promise<void>((resolve, reject) => {
    let writer: WriteStream | undefined;
    // Flush what has arrived before reporting the end, so that the next attempt resumes there.
    const settle = (error?: Error | null) => {
      // The last of a part comes with its end, which does not wait: many small parts would have no limit.
      const tell = () => (error ? reject(error) : setTimeout(resolve, pace.waitMs()));
      if (writer) writer.end(tell);
      else tell();
    };
    const range = isInner ? `bytes=${from}-${end - 1}` : from > 0 ? `bytes=${from}-` : null;
    const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
      headers: range === null ? {} : { range },
      agent: kept ?? false,
      ...(signal && { signal }),
    });
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error(`${address.host} does not answer.`)));
    request.on('error', settle);
    refuseUpgrade(request, settle);
    request.on('response', (reply) => {
      const { statusCode = 0 } = reply;
      if (statusCode !== 206 && (statusCode !== 200 || isInner)) {
        request.destroy();
        const message = `${address.pathname}: the server answered ${statusCode}.`;
        settle(statusCode < 500 ? new DownloadError(message) : new Error(message));
        return;
      }
      // A server without range support sends the file from its beginning.
      let arrived = statusCode === 206 ? from : 0;
      const place = arrived > 0 || isInner ? { flags: 'r+', start: arrived } : { flags: 'w' };
      const output = createWriteStream(file, place).on('error', (error) => reply.destroy(error));
      writer = output;
      reply.on('data', (chunk: Buffer) => {
        arrived += chunk.length;
        pace.took(chunk.length);
        if (arrived > end) {
          reply.destroy(new DownloadError(`${address.pathname} is larger than its manifest says.`));
          return;
        }
        onBytes?.(arrived);
        reply.pause();
        output.write(chunk, () => {
          const waitMs = pace.waitMs();
          if (waitMs > 0) setTimeout(() => reply.resume(), waitMs);
          else reply.resume();
        });
      });
      finished(reply, settle);
    });
    request.end();
  });
}
