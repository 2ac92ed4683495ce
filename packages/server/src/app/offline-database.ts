import { join } from 'node:path';
import type { Stops } from '@berth/contract/stops';
import type { Config } from '../config/config.ts';
import { type Database, type DatabaseAddress, openDatabase, parseDatabaseUrl } from '../db/connection.ts';
import { OWNER } from '../db/embedded/cluster.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { readPostmasterFile, servesCluster } from '../db/embedded/postmaster-file.ts';
import { embeddedAddress, roleAddresses, rolePassword } from '../db/roles.ts';
import { checkDatabaseServer } from '../db/server-check.ts';
import { existingDataFolder, prepareDataFolder, secretInForce } from '../platform/data-folder.ts';
import { lockFolder } from '../platform/folder.ts';
import type { Logger } from '../platform/logger.ts';

/**
 * Opens an installation's database for a maintenance command, whether or not its server runs. A running embedded
 * database is used; a stopped one is started until `stops` run.
 */
export async function openOfflineDatabase(config: Config, logger: Logger, stops: Stops): Promise<Database> {
  const isEmbedded = config.databaseUrl === undefined;
  const folder = isEmbedded ? existingDataFolder(config.dataFolder) : prepareDataFolder(config.dataFolder);
  const secret = secretInForce(config.secret, folder);
  const owner =
    config.databaseUrl === undefined
      ? await embeddedOwner(config, folder, secret, logger, stops)
      : parseDatabaseUrl(config.databaseUrl);
  await checkDatabaseServer(owner);
  const addresses = roleAddresses(owner, secret);
  const db = openDatabase(addresses, { app: 2, system: 2 }, undefined);
  stops.defer(() => db.close());
  return db;
}

async function embeddedOwner(
  { walArchive: archive }: Config,
  folder: string,
  secret: Buffer,
  logger: Logger,
  stops: Stops,
): Promise<DatabaseAddress> {
  const cluster = join(folder, 'postgres');
  const running = readPostmasterFile(cluster);
  if (running?.ready && servesCluster(running.pid, cluster)) {
    return embeddedAddress({ host: running.socketFolder, port: running.port }, secret);
  }
  const lock = await lockFolder(folder);
  stops.defer(() => lock.release());
  const ownerPassword = rolePassword(secret, OWNER);
  const server = await startEmbedded({ folder, ownerPassword, logger, diesWithUs: true, volatile: false, archive });
  return embeddedAddress(stops.use(server), secret);
}
