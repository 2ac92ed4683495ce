import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from './start-error.ts';

/** The lock of the process that works in a folder. */
interface FolderLock {
  release(): Promise<void>;
}

/**
 * Allows one process at a time. The lock is a socket in Linux' abstract namespace, named after the folder: the system
 * releases it however the process ends. It replies with the process that holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const name = `\0berth-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(String(process.pid));
  });
  server.listen({ path: name });
  try {
    await once(server, 'listening');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause;
    throw new StartError(
      `Berth already runs on the data folder ${folder} (process ${await holder(name)}).`,
      'Stop that one first (Ctrl-C where it was started), or choose another folder with BERTH_DATA.',
      { cause },
    );
  }
  server.unref();
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

async function holder(name: string): Promise<string> {
  return text(connect({ path: name })).catch(() => 'unknown');
}

/**
 * Writes a file atomically: after a power cut either the new or the previous content exists (temporary file, fsync,
 * rename).
 */
export function writeFileDurably(file: string, content: string, mode: number): void {
  const draft = `${file}.new`;
  const handle = openSync(draft, 'w', mode);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  syncFolder(dirname(file));
}

/** Makes created, renamed and removed entries of a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
