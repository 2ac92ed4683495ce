import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Database, type DatabaseAddress, openDatabase } from '../db/connection.ts';
import { withClient } from '../db/migrate.ts';
import { APP_ROLE, addressFor, SYSTEM_ROLE } from '../db/roles.ts';
import type { TestCluster } from './cluster.ts';

/** A separate migrated database. */
export interface TestDatabase {
  /** The owner of all tables, who bypasses row-level security: for checking what is stored. */
  readonly owner: DatabaseAddress;
  readonly url: string;
  readonly secret: Buffer;
  /** The roles that requests use. */
  readonly db: Database;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** Copies the migrated template, which takes about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = await findCluster();
  const secret = Buffer.from(cluster.secret, 'base64url');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await withClient(cluster.owner, (client) => client.query(`create database ${name} template ${cluster.template}`));
  const owner = { ...cluster.owner, database: name };
  const db = openDatabase(
    { app: addressFor(owner, APP_ROLE, secret), system: addressFor(owner, SYSTEM_ROLE, secret) },
    { app: 4, system: 2 },
    undefined,
  );
  return {
    owner,
    url: urlOf(owner),
    secret,
    db,
    drop: async () => {
      await db.close();
      await withClient(cluster.owner, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** The DATABASE_URL of an address. */
export function urlOf({ host, port, user, password, database }: DatabaseAddress): string {
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function findCluster(): Promise<TestCluster> {
  const address = process.env.BERTH_TEST_CLUSTER;
  if (address === undefined) throw new Error('Run the tests with vitest from the repository: it starts their database');
  const answer: { cluster?: TestCluster; error?: string } = JSON.parse(await text(connect(address)));
  if (!answer.cluster) throw new Error(`The tests' database did not start: ${answer.error}`);
  return answer.cluster;
}
