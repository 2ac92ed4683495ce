import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';
import type { Account } from './account.ts';

// sockaddr_un has 108 bytes with the closing zero; the name of the socket itself is "/.s.PGSQL.5432".
const PATH_BYTES_MAX = 107 - '/.s.PGSQL.5432'.length;

export interface SocketFolder {
  readonly path: string;
  remove(): void;
}

/** The cluster's own folder, which nobody else may enter; a short one elsewhere where its path is too long for a socket. */
export function socketFolderFor(cluster: string, account: Account | undefined): SocketFolder {
  if (Buffer.byteLength(cluster) <= PATH_BYTES_MAX) return { path: cluster, remove: () => undefined };
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
  const path = join(tmpdir(), `berth-${name}`);
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) chownSync(path, owner.uid, owner.gid);
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== owner.uid || (found.mode & 0o077) !== 0) {
    throw new StartError(
      `The folder ${path}, where the database's socket belongs, is somebody else's.`,
      'Remove it, or choose a data folder with a shorter path with BERTH_DATA.',
    );
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
