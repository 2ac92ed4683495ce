import { createHash } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Keeps a second agent off a data folder. The lock is a socket in Linux' abstract namespace: the kernel frees it with
 * the process, however that ends, so there are no stale locks.
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
