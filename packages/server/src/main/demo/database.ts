import type { Stops } from '@berth/contract/stops';
import { type Database, openDatabase } from '../../db/connection.ts';
import { OWNER } from '../../db/embedded/cluster.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { APP_ROLE, addressFor, rolePassword, SYSTEM_ROLE } from '../../db/roles.ts';
import type { Logger } from '../../platform/logger.ts';

/** A database server of the demo's own: no role and no password of it opens any other. */
export async function openThrowaway(
  folder: string,
  secret: Buffer,
  logger: Logger,
  stops: Stops,
): Promise<{ readonly db: Database; readonly url: string }> {
  const password = rolePassword(secret, OWNER);
  const server = await startEmbedded({ folder, ownerPassword: password, logger, diesWithUs: true, volatile: true });
  stops.use(server);
  const owner = { host: server.host, port: server.port, user: OWNER, password, database: 'postgres' };
  await migrate(owner, secret);
  const db = openDatabase(
    { app: addressFor(owner, APP_ROLE, secret), system: addressFor(owner, SYSTEM_ROLE, secret) },
    { app: 1, system: 1 },
    undefined,
  );
  stops.defer(() => db.close());
  const query = new URLSearchParams({ host: server.host });
  return { db, url: `postgres://${OWNER}:${encodeURIComponent(password)}@localhost:${server.port}/postgres?${query}` };
}
