import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OWNER } from '../db/embedded/cluster.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded/embedded.ts';
import { withClient } from '../db/migrate.ts';
import { createLogger } from '../platform/logger.ts';
import { runServer } from '../testing/process.ts';

const PASSWORD = 'for this test only';
let place: string;
let database: EmbeddedServer;
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'berth-operating-'));
  database = await startDatabase();
});
afterAll(async () => {
  await database.stop();
  rmSync(place, { recursive: true, force: true });
});

/** An external PostgreSQL server, which starts and stops without Berth. */
function startDatabase(): Promise<EmbeddedServer> {
  return startEmbedded({
    folder: place,
    ownerPassword: PASSWORD,
    logger: createLogger('fatal'),
    diesWithUs: true,
    volatile: true,
    archive: join(place, 'archive'),
  });
}

const statusOf = (url: string) => fetch(url).then(({ status }) => status);

it('the log records starts, stops, migrations, and database outages, and little else', async () => {
  const url = `postgres://${OWNER}:${encodeURIComponent(PASSWORD)}@localhost/postgres?host=${database.host}`;
  const server = runServer({
    env: {
      BERTH_DATA: join(place, 'data'),
      BERTH_SECRET: randomBytes(32).toString('base64url'),
      BERTH_METRICS_TOKEN: 'a-token-for-prometheus',
      BERTH_LOG: 'info',
      BERTH_STOP_DELAY: '60',
      DATABASE_URL: url,
    },
  });
  const at = await server.ready;
  const ready = async () => (await fetch(`${at}/ready`)).json();
  expect(await ready()).toEqual({ status: 'ok' });

  // A failed archive command is logged, and the server continues.
  rmSync(join(place, 'archive'), { recursive: true });
  const owner = { host: database.host, port: database.port, user: OWNER, password: PASSWORD, database: 'postgres' };
  await withClient(owner, (client) => client.query('create table probe (); select pg_switch_wal()'));
  await eventually(async () => expect(await ready()).toEqual({ status: 'ok', archive: 'failing' }));
  const metrics = await fetch(`${at}/metrics`, { headers: { authorization: 'Bearer a-token-for-prometheus' } });
  expect(await metrics.text()).toMatch(/^berth_wal_archive_failing 1$/m);

  await database.stop();
  let refused = 0;
  for (const until = Date.now() + 2_000; Date.now() < until; await pause(10)) {
    if ((await statusOf(`${at}/ready`)) === 503) refused += 1;
  }
  expect(refused).toBeGreaterThan(10);
  database = await startDatabase();
  await eventually(async () => expect(await statusOf(`${at}/ready`)).toBe(200));

  // /ready reports the shutdown, and calls in progress are still answered.
  server.kill('SIGTERM');
  await eventually(async () => expect(await statusOf(`${at}/ready`)).toBe(503));
  expect(await statusOf(`${at}/api/ping`)).toBe(200);
  server.kill('SIGINT');
  const { code, complaint } = await server.ended;
  expect(code).toBe(0);

  const lines = complaint
    .trim()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
  expect(complaint).not.toContain('stack');
  const said = lines.map(({ msg }) => msg);
  expect(lines[0]).toMatchObject({ msg: 'Berth starts', version: expect.stringMatching(/^\d/) });
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'A migration was applied', migration: '0100-baseline' }));
  expect(said.filter((msg) => msg !== 'A migration was applied')).toEqual([
    'Berth starts',
    'The database responds',
    'Berth is ready',
    expect.stringContaining('Archiving the database log fails'),
    'The database is not responding',
    'The database is back',
    expect.stringContaining('/ready answers 503'),
    'Berth stops',
    'Berth stopped',
  ]);
});
