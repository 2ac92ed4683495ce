import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseAddress, openDatabase } from '../db/connection.ts';
import { OWNER } from '../db/embedded/cluster.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate, withClient } from '../db/migrate.ts';
import { APP_ROLE, addressFor, SYSTEM_ROLE } from '../db/roles.ts';
import { loadSigningKeys } from '../features/identity/provider/keys.ts';
import { createLogger } from '../platform/logger.ts';
import { createSealer } from '../platform/seal.ts';

/** A temporary database server, with a migrated template database for copies. */
export interface TestCluster {
  readonly owner: DatabaseAddress;
  /** base64url, because it is passed between processes. */
  readonly secret: string;
  readonly template: string;
}

const TEMPLATE = 'template_berth';

/** An empty server in a temporary folder, which ends with this process. */
export async function startEmptyCluster(): Promise<{ readonly owner: DatabaseAddress; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-test-'));
  const [ownerPassword, logger] = [randomBytes(32).toString('base64url'), createLogger('error')];
  const server = await startEmbedded({ folder, ownerPassword, logger, diesWithUs: true, volatile: true });
  return {
    owner: { host: server.host, port: server.port, user: OWNER, password: ownerPassword, database: 'postgres' },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const secret = randomBytes(32);
  const { owner, stop } = await startEmptyCluster();
  await withClient(owner, (client) => client.query(`create database ${TEMPLATE}`));
  const template = { ...owner, database: TEMPLATE };
  await migrate(template, secret);
  const db = openDatabase(
    { app: addressFor(template, APP_ROLE, secret), system: addressFor(template, SYSTEM_ROLE, secret) },
    { app: 1, system: 1 },
    undefined,
  );
  // Created once here, so that copies need not create their own.
  await loadSigningKeys(db.system, createSealer(secret));
  await db.close();

  return {
    owner,
    secret: secret.toString('base64url'),
    template: TEMPLATE,
    stop,
  };
}
