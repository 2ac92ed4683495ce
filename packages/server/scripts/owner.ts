import { join } from 'node:path';
import { OWNER } from '../src/db/embedded/cluster.ts';
import { readPostmasterFile } from '../src/db/embedded/postmaster-file.ts';
import { withClient } from '../src/db/migrate.ts';
import { rolePassword } from '../src/db/roles.ts';
import { installationSecret } from '../src/platform/data-folder.ts';

/** Works as the owner in the embedded database of a running server, whose data lie in `folder`. */
export function withOwner(folder: string, work: Parameters<typeof withClient>[1]): ReturnType<typeof withClient> {
  const running = readPostmasterFile(join(folder, 'postgres'));
  if (!running?.ready) throw new Error(`No database is running in ${folder}`);
  const owner = {
    host: running.socketFolder,
    port: running.port,
    user: OWNER,
    password: rolePassword(installationSecret(folder), OWNER),
    database: 'postgres',
  };
  return withClient(owner, work);
}
