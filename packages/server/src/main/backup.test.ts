import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseAddress } from '../db/connection.ts';
import { lastBackupAt } from '../db/embedded/backup.ts';
import { OWNER } from '../db/embedded/cluster.ts';
import { readPostmasterFile } from '../db/embedded/postmaster-file.ts';
import { withClient } from '../db/migrate.ts';
import { rolePassword } from '../db/roles.ts';
import { installationSecret } from '../platform/data-folder.ts';
import { runServer, type ServerProcess } from '../testing/process.ts';

const COMMANDS = new URL('.', import.meta.url);
let place: string;
let data: string;
let archive: string;
let server: ServerProcess;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'berth-backup-'));
  data = join(place, 'data');
  archive = join(place, 'archive');
  server = runServer({ env: { BERTH_DATA: data, BERTH_WAL_ARCHIVE: archive } });
  await server.ready;
  mkdirSync(join(data, 'files'), { recursive: true });
  writeFileSync(join(data, 'files', 'debug.zip'), 'what a machine sent');
  await withClient(ownerOf(data), (client) =>
    client.query('create table probe (n integer primary key, what text not null)'),
  );
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  rmSync(place, { recursive: true, force: true });
});

function ownerOf(folder: string): DatabaseAddress {
  const running = readPostmasterFile(join(folder, 'postgres'));
  if (!running?.ready) throw new Error('The database does not run');
  const password = rolePassword(installationSecret(folder), OWNER);
  return { host: running.socketFolder, port: running.port, user: OWNER, password, database: 'postgres' };
}

type CommandName = 'backup' | 'check-backup' | 'restore' | 'prune-archive' | 'reconcile';

const run = (command: CommandName, folder: string, ...args: string[]) => runWith({}, command, folder, ...args);

async function runWith(
  more: Readonly<Record<string, string>>,
  command: CommandName,
  folder: string,
  ...args: string[]
) {
  const script = fileURLToPath(new URL(`${command}.ts`, COMMANDS));
  const env = { PATH: process.env.PATH, BERTH_DATA: folder, ...more };
  return promisify(execFile)(process.execPath, [script, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  );
}

/** Inserts rows one by one from this number until stopped; each is acknowledged before the next. */
function startWriting(last = 0) {
  let acknowledged = last;
  let isOver = false;
  const work = withClient(ownerOf(data), async (client) => {
    while (!isOver) {
      const next = acknowledged + 1;
      await client.query('insert into probe values ($1, $2)', [next, `row ${next} ${'x'.repeat(500)}`]);
      acknowledged = next;
    }
  });
  return {
    get acknowledged() {
      return acknowledged;
    },
    stop: async () => {
      isOver = true;
      await work;
    },
  };
}

/** The segments in the archive, oldest first. */
function segments(): string[] {
  return readdirSync(archive)
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .sort();
}

describe('a backup', () => {
  it('of a busy server contains every acknowledged change and starts elsewhere', async () => {
    const writing = startWriting();
    await eventually(() => expect(writing.acknowledged).toBeGreaterThan(100));
    const before = writing.acknowledged;
    const file = join(place, 'berth.tar');
    expect(await run('backup', data, file)).toMatchObject({ code: 0 });
    await writing.stop();
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const elsewhere = join(place, 'other-nodes');
    expect(await run('restore', elsewhere, file)).toMatchObject({ code: 0 });
    const again = runServer({ env: { BERTH_DATA: elsewhere } });
    const url = await again.ready;
    try {
      expect((await fetch(`${url}/ready`)).status).toBe(200);
      expect(readFileSync(join(elsewhere, 'files', 'debug.zip'), 'utf8')).toBe('what a machine sent');
      const { rows } = await withClient(ownerOf(elsewhere), (client) =>
        client.query('select n, what from probe order by n'),
      );
      expect(rows.length).toBeGreaterThanOrEqual(before);
      rows.forEach((row, index) => {
        expect(row).toEqual({ n: index + 1, what: `row ${index + 1} ${'x'.repeat(500)}` });
      });
    } finally {
      again.kill('SIGTERM');
      await again.ended;
    }
  });

  it('with the archived log restores a point in time of a busy server, row by row', async () => {
    const file = join(place, 'base.tar');
    const { rows: highest } = await withClient(ownerOf(data), (client) =>
      client.query('select coalesce(max(n), 0) as n from probe'),
    );
    const writing = startWriting(highest[0].n);
    expect(await run('backup', data, file)).toMatchObject({ code: 0 });
    const { moment, least, most } = await withClient(ownerOf(data), async (client) => {
      await client.query('create table moments (n integer primary key)');
      await client.query('insert into moments select generate_series(1, 1000)');
      // A moment clearly between the two changes.
      await client.query('select pg_sleep(0.1)');
      const least = writing.acknowledged;
      // A full millisecond, because the command takes milliseconds; resolves after it.
      const { rows } = await client.query(
        `with next as (select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as now)
          select now, pg_sleep(extract(epoch from now - clock_timestamp())) from next`,
      );
      // The insert in progress may be before or after.
      const most = writing.acknowledged + 1;
      await client.query('select pg_sleep(0.1)');
      await client.query('delete from moments where n > 10');
      await eventually(() => expect(writing.acknowledged).toBeGreaterThan(most + 20));
      await writing.stop();
      // A few whole segments after the backup.
      for (const n of [1001, 1002, 1003]) {
        await client.query('insert into moments values ($1)', [n]);
        await client.query('delete from moments where n = $1', [n]);
        await client.query('select pg_switch_wal()');
      }
      return { moment: rows[0].now as Date, least, most };
    });
    // The segment with the deletion is archived automatically.
    const { rows } = await withClient(ownerOf(data), (client) =>
      client.query('select pg_walfile_name(pg_current_wal_lsn() - 1) as name'),
    );
    await eventually(() => expect(readdirSync(archive)).toContain(`${rows[0].name}.gz`));

    const before = join(place, 'before');
    const until = new Date(moment).toISOString();
    expect(await run('restore', before, file, '--archive', archive, '--until', until)).toMatchObject({ code: 0 });
    const again = runServer({ env: { BERTH_DATA: before } });
    await again.ready;
    try {
      const written = await withClient(ownerOf(before), async (client) =>
        (await client.query('select n from probe order by n')).rows.map(({ n }) => n),
      );
      expect(written).toEqual(Array.from({ length: written.length }, (_, index) => index + 1));
      expect(written.length).toBeGreaterThanOrEqual(least);
      expect(written.length).toBeLessThanOrEqual(most);
      const restored = await withClient(ownerOf(before), async (client) => {
        await client.query('insert into moments values (1001)');
        return (await client.query('select n from moments order by n')).rows.map(({ n }) => n);
      });
      expect(restored).toEqual(Array.from({ length: 1_001 }, (_, index) => index + 1));
    } finally {
      again.kill('SIGTERM');
      await again.ended;
    }
    expect(statSync(join(archive, `${rows[0].name}.gz`)).size).toBeLessThan(16 * 2 ** 20);

    // Without a time: the newest change.
    const newest = join(place, 'newest');
    expect(await run('restore', newest, file, '--archive', archive)).toMatchObject({ code: 0 });
    const last = runServer({ env: { BERTH_DATA: newest } });
    await last.ready;
    try {
      const { rows: left } = await withClient(ownerOf(newest), (client) => client.query('select n from moments'));
      expect(left).toHaveLength(10);
    } finally {
      last.kill('SIGTERM');
      await last.ended;
    }

    const outside = [
      ['1999-01-01T00:00:00Z', 'outside of what is archived'],
      [new Date(Date.now() + 3_600_000).toISOString(), 'is in the future'],
      ['yesterday', 'is not a time'],
    ];
    for (const [time = '', message] of outside) {
      expect(await run('restore', join(place, 'never'), file, '--archive', archive, '--until', time)).toMatchObject({
        code: 1,
        said: expect.stringContaining(message ?? ''),
      });
    }
    // Replay detects that the time is too late, as in an archive that was copied afterward.
    const newestSegment = join(archive, segments().at(-1) ?? '');
    utimesSync(newestSegment, new Date(), new Date());
    expect(
      await run('restore', join(place, 'never'), file, '--archive', archive, '--until', new Date().toISOString()),
    ).toMatchObject({ code: 1, said: expect.stringContaining('outside of what is archived') });
    expect(await run('restore', join(place, 'never'), file, '--until', until)).toMatchObject({ code: 1 });
    expect(await run('restore', join(place, 'never'), file, '--archive', place, '--until', until)).toMatchObject({
      code: 1,
      said: expect.stringContaining('No archived segments'),
    });
    expect(readdirSync(place)).not.toContain('never');
    expect(readdirSync(place).filter((name) => name.includes('restoring'))).toEqual([]);

    // Earlier segments are removed, and the backup can still be restored.
    const archived = segments();
    const pruned = await run('prune-archive', data, file, '--archive', archive);
    expect(pruned).toMatchObject({ code: 0, said: expect.stringMatching(/^Removed [1-9]\d* segments/) });
    expect(segments().length).toBeLessThan(archived.length);
    expect(await run('restore', join(place, 'pruned'), file, '--archive', archive)).toMatchObject({ code: 0 });
    const needed = segments().at(-2) ?? '';
    rmSync(join(archive, needed));
    expect(await run('restore', join(place, 'never'), file, '--archive', archive)).toMatchObject({
      code: 1,
      said: expect.stringContaining(`The segment ${needed.replace('.gz', '')} is missing in`),
    });
  }, 300_000);

  it.each([
    ['no name', () => [], 'Name either FILE or --to FOLDER.'],
    ['a name that is taken', () => [join(data, 'secret')], 'already exists'],
    ['a folder that is not there', () => [join(place, 'nowhere', 'berth.tar')], 'nowhere'],
  ])('with %s reports it and leaves nothing', async (_what, args, message) => {
    const before = readdirSync(place);
    const { code, said } = await run('backup', data, ...args());
    expect(code).toBe(1);
    expect(said).toContain(message);
    expect(readdirSync(place)).toEqual(before);
  });

  it('to a folder is compressed, verified by a restore, and replaces the oldest ones', async () => {
    const folder = join(place, 'nightly');
    expect(await run('backup', data, '--to', folder)).toMatchObject({
      code: 1,
      said: expect.stringContaining('does not exist'),
    });
    mkdirSync(folder);
    for (const old of ['20260101T000000Z', '20260102T000000Z']) writeFileSync(join(folder, `berth-${old}.tar.gz`), '');
    writeFileSync(join(folder, 'notes.txt'), 'not a backup');
    const { code, said } = await run('backup', data, '--to', folder, '--keep', '2');
    expect([code, said]).toEqual([0, expect.stringContaining('Removed ')]);
    const [kept, newest = '', ...others] = readdirSync(folder).sort();
    expect([kept, others]).toEqual(['berth-20260102T000000Z.tar.gz', ['notes.txt']]);
    // The gzip mark; a cluster of a few organizations has 40 MB.
    expect(readFileSync(join(folder, newest)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect(statSync(join(folder, newest)).mode & 0o777).toBe(0o600);
    expect(lastBackupAt(data)?.getTime()).toBeGreaterThan(Date.now() - 60_000);

    expect(await run('check-backup', data, folder)).toMatchObject({ code: 0, said: expect.stringContaining(newest) });
    const broken = readFileSync(join(folder, newest));
    writeFileSync(join(folder, newest), broken.subarray(0, broken.length / 2));
    expect(await run('check-backup', data, folder)).toMatchObject({ code: 1 });
    const wrong = [
      ['--keep', '2'],
      ['a.tar', '--to', folder],
      ['--to', folder, '--keep', 'all'],
    ];
    for (const args of wrong) expect(await run('backup', data, ...args)).toMatchObject({ code: 1 });
  });

  it('is not restored over existing data, and other files are rejected', async () => {
    const other = join(place, 'notes.tar');
    writeFileSync(other, 'no tar at all');
    expect(await run('restore', data, other)).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') });
    const fresh = join(place, 'fresh');
    expect(await run('restore', fresh, other)).toMatchObject({ code: 1, said: expect.stringContaining('tar') });
    expect(await run('restore', fresh, join(place, 'gone.tar'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('File not found'),
    });
    expect(readdirSync(place)).not.toContain('fresh');
  });
});
