import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from './start-error.ts';

/** Held while one process works in a folder. */
interface FolderLock {
  release(): Promise<void>;
}

/**
 * One process at a time: the lock is a socket in Linux' abstract namespace, named after the folder. The system lets go
 * of it however the process ends, so no lock is ever left behind by a crash. It answers with the process that holds it.
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

/** Writes a whole file so that, after a power cut, either it or the one before is there: temporary file, fsync, rename. */
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

/** Makes what was made, renamed or removed in a folder survive a power cut. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
