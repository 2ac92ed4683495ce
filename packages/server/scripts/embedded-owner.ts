import { join } from 'node:path';
import { OWNER } from '../src/db/embedded/cluster.ts';
import { readPostmasterFile } from '../src/db/embedded/postmaster-file.ts';
import { rolePassword } from '../src/db/roles.ts';
import { installationSecret } from '../src/platform/data-folder.ts';

/** How to reach the embedded database of a running server as its owner. Throws where none runs in the data folder. */
export function embeddedOwner(folder: string) {
  const running = readPostmasterFile(join(folder, 'postgres'));
  if (!running?.ready) throw new Error(`No database is running in ${folder}`);
  return {
    host: running.socketFolder,
    port: running.port,
    user: OWNER,
    password: rolePassword(installationSecret(folder), OWNER),
    database: 'postgres',
  };
}
