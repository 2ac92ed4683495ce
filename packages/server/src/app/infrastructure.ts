import type { Stops } from '@berth/contract/stops';
import type { Config } from '../config/config.ts';
import { type ArchiveWatch, watchArchive } from '../db/archive-watch.ts';
import { type Database, type DatabaseAddress, openDatabase, parseDatabaseUrl, traceQuery } from '../db/connection.ts';
import { OWNER } from '../db/embedded/cluster.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate, withClient } from '../db/migrate.ts';
import { createOutage, type Outage } from '../db/outage.ts';
import { embeddedAddress, roleAddresses, rolePassword } from '../db/roles.ts';
import { checkDatabaseServer } from '../db/server-check.ts';
import { proveSecret } from '../features/identity/provider/keys.ts';
import { type HttpListener, openHttpListener } from '../http/http-listener.ts';
import { installationSecret, prepareDataFolder } from '../platform/data-folder.ts';
import { type DiskGuard, watchDisk } from '../platform/disk-guard.ts';
import { lockFolder } from '../platform/folder.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { reportToSentry } from '../platform/reporting/sentry.ts';
import { exportSpans } from '../platform/tracing/otlp.ts';
import { createTracer, type Tracer } from '../platform/tracing/tracer.ts';

/** Infrastructure that every feature uses. */
export interface Infrastructure {
  /** Absolute path of the data folder. */
  readonly folder: string;
  /** 32 bytes: keys and passwords are derived from it. */
  readonly secret: Buffer;
  readonly listener: HttpListener;
  readonly db: Database;
  /** The newest migration. */
  readonly schema: string;
  readonly disk: DiskGuard;
  readonly archive: ArchiveWatch;
  readonly tracer: Tracer | undefined;
}

interface Observed {
  readonly logger: Logger;
  readonly outage: Outage;
  readonly tracer: Tracer | undefined;
}

/** Creates the log, and the configured tracing and error reporting. */
export function observe(config: Config, version: string, stops: Stops): Observed {
  const reporter =
    config.sentryDsn === undefined
      ? undefined
      : reportToSentry(config.sentryDsn, { release: version, environment: config.releaseChannel });
  if (reporter) stops.defer(() => reporter.flush());
  const outage = stops.use(createOutage());
  const logger = createLogger(config.logLevel, undefined, reporter, (error) => outage.covers(error));
  if (!config.tracing) return { logger, outage, tracer: undefined };
  const exporter = stops.use(exportSpans(config.tracing, logger));
  const tracer = createTracer(exporter);
  stops.defer(tracer.follow());
  return { logger, outage, tracer };
}

const POOLS = { app: 12, system: 6 } as const;

/**
 * Opens data folder, port, and database, in the order in which an operator can fix errors: another Berth on the same
 * folder, a port in use, and only then database errors.
 */
export async function startInfrastructure(
  config: Config,
  { logger, outage, tracer }: Observed,
  stops: Stops,
): Promise<Infrastructure> {
  const folder = prepareDataFolder(config.dataFolder);
  if (config.databaseUrl === undefined) {
    const lock = await lockFolder(folder);
    stops.defer(() => lock.release());
  }
  const secret = config.secret ?? installationSecret(folder);
  const listener = await openHttpListener(config.host, config.port);
  stops.defer(() => listener.close());

  const owner =
    config.databaseUrl === undefined
      ? await embeddedOwner(config, folder, secret, logger, stops)
      : parseDatabaseUrl(config.databaseUrl);
  const postgres = await checkDatabaseServer(owner);
  logger.info({ postgres, isEmbedded: config.databaseUrl === undefined }, 'The database responds');
  // Before anything changes: migrating sets the roles' passwords, which are derived from the secret. A wrong secret
  // would lock out all healthy nodes.
  await proveSecret(owner, secret);
  const schema = await migrate(owner, secret, undefined, (migration) =>
    logger.info({ migration }, 'A migration was applied'),
  );
  const addresses = roleAddresses(owner, secret);
  const db = openDatabase(addresses, POOLS, outage, tracer && ((event) => traceQuery(tracer, event)));
  stops.defer(() => db.close());
  outage.watch(() => withClient(addresses.app, async (client) => void (await client.query('select 1'))), logger);
  const archive = stops.use(watchArchive(db.system, logger));
  const disk = stops.use(await watchDisk(folder, logger));
  return { folder, secret, listener, db, schema, disk, archive, tracer };
}

async function embeddedOwner(
  { walArchive: archive }: Config,
  folder: string,
  secret: Buffer,
  logger: Logger,
  stops: Stops,
): Promise<DatabaseAddress> {
  const ownerPassword = rolePassword(secret, OWNER);
  const server = await startEmbedded({ folder, ownerPassword, logger, diesWithUs: false, volatile: false, archive });
  return embeddedAddress(stops.use(server), secret);
}
