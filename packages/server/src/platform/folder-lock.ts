import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { StartError } from './start-error.ts';

/** Held while one process works in a folder. */
export interface FolderLock {
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
