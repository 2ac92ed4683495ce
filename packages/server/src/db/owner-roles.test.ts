import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmptyCluster } from '../testing/cluster.ts';
import { debianVersions, startDebianPostgres } from '../testing/debian-postgres.ts';
import { type DatabaseAddress, openDatabase } from './connection.ts';
import { migrate, withClient } from './migrate.ts';
import { APP_ROLE, roleAddresses, SYSTEM_ROLE } from './roles.ts';

interface Server {
  readonly superuser: DatabaseAddress;
  stop(): Promise<void>;
}

async function startEmbeddedServer(): Promise<Server> {
  const { owner: superuser, stop } = await startEmptyCluster();
  return { superuser, stop };
}

const servers: readonly (readonly [name: string, start: () => Promise<Server>])[] = [
  ['PostgreSQL 18 (embedded)', startEmbeddedServer],
  ...debianVersions().map((each) => [`PostgreSQL ${each} (Debian)`, () => startDebianPostgres(each)] as const),
];

it('the migrations are tried on a PostgreSQL of Debian, too', () => {
  // `npm test` installs one: 15 on Debian 12, the oldest version that Berth supports.
  expect(debianVersions()).not.toEqual([]);
});

describe.each(servers)('%s', (_, start) => {
  let server: Server;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  // `berth` is the role in deploy/compose.yaml, and also the schema of the migration records.
  it.each([
    ['berth', 'superuser'],
    ['berth', 'createrole'],
    ['operator', 'superuser'],
    ['operator', 'createrole'],
  ])('the role %s with %s migrates its own database, and requests can use it', async (role, right) => {
    const { superuser } = server;
    await withClient(superuser, async (client) => {
      await client.query(`create role ${role} login ${right} password 'x'`);
      await client.query(`create database berth owner ${role}`);
    });
    const owner = { ...superuser, user: role, password: 'x', database: 'berth' };
    const secret = randomBytes(32);
    await migrate(owner, secret);
    // A second start does nothing.
    await migrate(owner, secret);
    const db = openDatabase(roleAddresses(owner, secret), { app: 1, system: 1 }, undefined);
    try {
      expect(await db.app.selectFrom('machines').select('machine_id').execute()).toEqual([]);
      expect(await db.system.selectFrom('identity.accounts').select('user_id').execute()).toEqual([]);
    } finally {
      await db.close();
      await withClient(superuser, async (client) => {
        await client.query('drop database berth with (force)');
        await client.query(`drop role ${APP_ROLE}, ${SYSTEM_ROLE}`);
        await client.query(`drop role ${role}`);
      });
    }
  });
});
