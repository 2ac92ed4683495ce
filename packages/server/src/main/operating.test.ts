import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startNats } from '@berth/testing/nats';
import { freePort } from '@berth/testing/ports';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { accountForDatabase } from '../db/embedded/account.ts';
import { OWNER } from '../db/embedded/cluster.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded/embedded.ts';
import { withClient } from '../db/migrate.ts';
import { createLogger } from '../platform/logger.ts';
import { debianVersions, startDebianPostgres } from '../testing/debian-postgres.ts';
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

const SECRET = randomBytes(32).toString('base64url');

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
      BERTH_SECRET: SECRET,
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
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'A migration was applied', migration: '0111-baseline' }));
  const start = lines.find(({ msg }) => msg === 'Berth is ready');
  expect(start).toMatchObject({ version: expect.stringMatching(/^\d/), schema: expect.stringMatching(/^\d{4}-/) });
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

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));

/** Runs the image's health check against a port; resolves to its exit code. */
function checkHealth(port: number): number | null {
  const dockerfile = readFileSync(join(DEPLOY, 'server/Dockerfile'), 'utf8');
  const [, command = ''] = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [, ...args] = (JSON.parse(command) as string[]).map((each) => each.replace(':8080/', `:${port}/`));
  return spawnSync(process.execPath, args).status;
}

it('a node of several is unhealthy until the database is migrated, and drains before it stops', async () => {
  const nats = await startNats();
  onTestFinished(() => nats.kill());
  const owner = { host: database.host, port: database.port, user: OWNER, password: PASSWORD, database: 'postgres' };
  await withClient(owner, (client) => client.query('create database several'));
  const port = await freePort();
  const health = `http://127.0.0.1:${port}/health`;
  const server = await withClient({ ...owner, database: 'several' }, async (client) => {
    // The first thing that migrations create: they wait for this.
    await client.query('begin; create schema berth');
    const starting = runServer({
      env: {
        BERTH_DATA: join(place, 'node'),
        BERTH_SECRET: SECRET,
        BERTH_LOG: 'info',
        BERTH_PORT: String(port),
        DATABASE_URL: `postgres://${OWNER}:${encodeURIComponent(PASSWORD)}@localhost/several?host=${database.host}`,
        NATS_URL: nats.url,
      },
    });
    await eventually(async () => expect(await statusOf(health)).toBe(503));
    const answer = await fetch(health);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('is starting') } });
    expect(checkHealth(port)).toBe(1);
    await client.query('rollback');
    return starting;
  });
  await server.ready;
  expect(checkHealth(port)).toBe(0);

  server.kill('SIGTERM');
  const { code, complaint } = await server.ended;
  expect(code).toBe(0);
  const lines = complaint
    .trim()
    .split('\n')
    .map((line): { readonly msg: string; readonly time: string } => JSON.parse(line));
  const at = (msg: RegExp) => Date.parse(lines.find((line) => msg.test(line.msg))?.time ?? '');
  // The default of several nodes: 5 seconds, in which load balancers see /ready.
  expect(at(/^Berth stops$/) - at(/^Berth drains/)).toBeGreaterThan(4_900);
});

it.runIf(process.getuid?.() === 0)('the compose file lets the database archive to its volume', async () => {
  const compose = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8');
  const [, command = ''] = /^ *- (archive_command=.*)$/m.exec(compose) ?? [];
  const [, owning = ''] = /^ *entrypoint: \[(.*)\]$/m.exec(compose) ?? [];
  // A new volume: root owns it, and the database does not run as root.
  const volume = mkdtempSync(join(tmpdir(), 'berth-volume-'));
  onTestFinished(() => rmSync(volume, { recursive: true }));
  chmodSync(volume, 0o755);
  const archive = command.replaceAll('/archive', volume);
  const [version = ''] = debianVersions();
  const postgres = await startDebianPostgres(version, ['archive_mode=on', 'archive_timeout=60', archive]);
  onTestFinished(() => postgres.stop());
  await withClient(postgres.superuser, async (client) => {
    let changes = 0;
    const failures = async () => {
      changes += 1;
      await client.query(`create table change_${changes} (); select pg_switch_wal()`);
      return Number((await client.query('select failed_count from pg_stat_archiver')).rows[0].failed_count);
    };
    await eventually(async () => expect(await failures()).toBeGreaterThan(0));
    expect(readdirSync(volume)).toEqual([]);

    // What the service archive-owner does.
    const account = accountForDatabase();
    const [program = '', ...args] = owning
      .replace('postgres:postgres', `${account?.uid}:${account?.gid}`)
      .replace('/archive', volume)
      .split(', ');
    expect(spawnSync(program, args).status).toBe(0);
    await eventually(async () => {
      await failures();
      expect(readdirSync(volume)).toContainEqual(expect.stringMatching(/^[0-9A-F]{24}\.gz$/));
    });
  });
});
