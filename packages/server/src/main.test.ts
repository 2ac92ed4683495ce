import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountForDatabase } from './db/embedded/account.ts';
import { withClient } from './db/migrate.ts';
import { APP_ROLE, addressFor, SYSTEM_ROLE } from './db/roles.ts';
import { loadSigningKeys } from './features/identity/provider/keys.ts';
import { createSealer } from './platform/seal.ts';
import { startEmptyCluster } from './testing/cluster.ts';
import { createTestDatabase, urlOf } from './testing/database.ts';
import { processesIn, runServer, type ServerProcess } from './testing/process.ts';

let folder: string;
let running: ServerProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-main-'));
  chmodSync(folder, 0o755);
  running = [];
});
afterEach(async () => {
  for (const server of running) server.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}, uid?: number): ServerProcess {
  const server = runServer({ env: { BERTH_DATA: join(folder, 'data'), ...env }, uid });
  running.push(server);
  return server;
}

/** The printed error: no stack, exit code 1, and what to do. */
async function startError(server: ServerProcess): Promise<string> {
  const { code, out, complaint } = await server.ended;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(complaint).toMatch(/^Berth cannot start: .+\n.+\n$/s);
  expect(complaint).not.toMatch(/^\s+at /m);
  return complaint;
}

describe('a start that cannot succeed says why and what to do', () => {
  it('on a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const complaint = await startError(start({ BERTH_PORT: String(port) }));
      expect(complaint).toContain(`Port ${port} is already in use.`);
      expect(complaint).toContain('BERTH_PORT');
      expect(processesIn(folder)).toEqual([]);
    } finally {
      other.close();
    }
  });

  it('on a data folder without write access', async () => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o555 });
    // Root may write anywhere: then an ordinary user tries.
    const complaint = await startError(start({}, accountForDatabase()?.uid));
    expect(complaint).toContain(`The data folder ${data} cannot be used: this user may not write there.`);
    expect(complaint).toContain('BERTH_DATA');
  });

  it('on a data folder that is a file', async () => {
    writeFileSync(join(folder, 'data'), '');
    expect(await startError(start())).toContain('cannot be used: a file is in its place');
  });

  it('on a data folder of a newer PostgreSQL', async () => {
    mkdirSync(join(folder, 'data', 'postgres'), { recursive: true });
    writeFileSync(join(folder, 'data', 'postgres', 'PG_VERSION'), '99\n');
    writeFileSync(join(folder, 'data', 'secret'), Buffer.alloc(32).toString('base64url'));
    const complaint = await startError(start());
    expect(complaint).toContain('written by PostgreSQL 99');
    expect(complaint).toContain('a newer Berth');
  });

  it('on a database of a newer Berth', async () => {
    const database = await createTestDatabase();
    try {
      await withClient(database.owner, (client) =>
        client.query("insert into berth.migrations (number, name, checksum) values (9999, 'future', 'x')"),
      );
      const secret = database.secret.toString('base64url');
      const complaint = await startError(start({ DATABASE_URL: database.url, BERTH_SECRET: secret }));
      expect(complaint).toContain('written by a newer Berth: it knows the change 9999-future');
    } finally {
      await database.drop();
    }
  });

  it('with a wrong secret, while nodes with the right one keep running', async () => {
    const database = await createTestDatabase();
    try {
      await loadSigningKeys(database.db.system, createSealer(database.secret));
      const secret = Buffer.alloc(32).toString('base64url');
      const complaint = await startError(start({ DATABASE_URL: database.url, BERTH_SECRET: secret }));
      expect(complaint).toContain('The secret is not the one that the installation was made with.');
      expect(complaint).toContain('BERTH_SECRET');
      for (const role of [APP_ROLE, SYSTEM_ROLE]) {
        const address = addressFor(database.owner, role, database.secret);
        await withClient(address, (client) => client.query('select 1'));
      }
    } finally {
      await database.drop();
    }
  });

  it('as one of two nodes that start on an empty database with different secrets, while the other stays healthy', async () => {
    const cluster = await startEmptyCluster();
    try {
      const nodes = ['one', 'two'].map((name) =>
        start({
          DATABASE_URL: urlOf(cluster.owner),
          BERTH_DATA: join(folder, name),
          BERTH_SECRET: randomBytes(32).toString('base64url'),
        }),
      );
      const started = await Promise.allSettled(nodes.map(({ ready }) => ready));
      const winner = started.find((each) => each.status === 'fulfilled');
      const loser = nodes[started.findIndex(({ status }) => status === 'rejected')];
      if (!winner || !loser) throw new Error('Not exactly one of the two nodes started');
      expect(await startError(loser)).toContain('The secret is not the one that the installation was made with.');
      // New connections of the winner are taken, too: nobody changed the passwords of its roles.
      const asked = await Promise.all(Array.from({ length: 20 }, () => fetch(`${winner.value}/ready`)));
      expect(asked.map(({ status }) => status)).toEqual(Array(20).fill(200));
    } finally {
      for (const node of running) node.kill('SIGTERM');
      await Promise.all(running.map(({ ended }) => ended));
      await cluster.stop();
    }
  });

  it('on a database that is not responding', async () => {
    const complaint = await startError(start({ DATABASE_URL: `postgres:///berth?host=${folder}&user=berth` }));
    expect(complaint).toContain(`The database at ${folder} is not responding`);
  });

  it('with invalid settings, all at once', async () => {
    const complaint = await startError(start({ BERTH_PORT: 'eighty', BERTH_LOG: 'loud', SMTP_URL: 'mail.example' }));
    expect(complaint).toContain('BERTH_PORT must be a whole number from 0 to 65535.');
    expect(complaint).toContain('BERTH_LOG must be one of fatal,');
    expect(complaint).toContain('SMTP_URL must be an address that begins with smtp:// or smtps://.');
  });
});

describe('the embedded database', () => {
  it('is created by the first start, locked against a second, and stopped cleanly by Ctrl-C', async () => {
    const data = join(folder, 'data');
    const first = start();
    const url = await first.ready;
    expect(await (await fetch(`${url}/api/ping`)).json()).toEqual({ status: 'ok' });

    const complaint = await startError(start());
    expect(complaint).toContain(`Berth already runs on the data folder ${data} (process ${first.pid}).`);

    first.kill('SIGINT');
    expect(await first.ended).toMatchObject({ code: 0, complaint: '' });
    expect(processesIn(data)).toEqual([]);
  });

  it('survives a killed server, and the next start continues with it', async () => {
    const data = join(folder, 'data');
    const first = start();
    await first.ready;
    const [postmaster] = processesIn(data);
    first.kill('SIGKILL');
    await first.ended;
    expect(processesIn(data)).toContain(postmaster);

    const second = start();
    const url = await second.ready;
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    expect(processesIn(data)).toContain(postmaster);
    second.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ code: 0 });
    expect(processesIn(data)).toEqual([]);
  });

  it('is restarted when killed', async () => {
    const data = join(folder, 'data');
    const server = start({ BERTH_LOG: 'fatal' });
    const url = await server.ready;
    const [postmaster = 0] = processesIn(data);
    const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
    process.kill(postmaster, 'SIGKILL');
    // However long a busy computer takes: how fast it is back is not this test's matter.
    const patience = { timeout: 80_000 };
    await expect.poll(() => processesIn(data).some((pid) => pid !== postmaster), patience).toBe(true);
    await expect.poll(() => statusOf('/ready'), patience).toBe(200);
    expect(await statusOf('/health')).toBe(200);
  }, 90_000);

  it('serves an ordinary user', async () => {
    const uid = accountForDatabase()?.uid ?? process.getuid?.() ?? 0;
    mkdirSync(join(folder, 'data'));
    if (process.getuid?.() === 0) chownSync(join(folder, 'data'), uid, uid);
    const server = start({}, process.getuid?.() === 0 ? uid : undefined);
    expect((await fetch(`${await server.ready}/ready`)).status).toBe(200);
  });
});
