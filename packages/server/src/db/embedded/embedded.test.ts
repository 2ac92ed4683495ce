import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { processesIn, runServer } from '../../testing/process.ts';
import { withClient } from '../migrate.ts';
import { type Account, accountForDatabase, canReach } from './account.ts';
import { findBinaries } from './binaries.ts';
import { OWNER } from './cluster.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';

let folder: string;
let started: EmbeddedServer[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-embedded-'));
  started = [];
});
afterEach(async () => {
  for (const server of started) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(path = folder, volatile = true): Promise<EmbeddedServer> {
  const logger = createLogger('fatal');
  const server = await startEmbedded({ folder: path, ownerPassword: 'secret', logger, diesWithUs: true, volatile });
  started.push(server);
  return server;
}

async function ask(server: EmbeddedServer, sql: string, password = 'secret'): Promise<unknown[]> {
  const address = { host: server.host, port: server.port, user: OWNER, password, database: 'postgres' };
  return withClient(address, async (client) => (await client.query(sql)).rows);
}

/** Kills processes, some of which just ended. Returns those that were still running. */
function endAll(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 'SIGKILL');
    } catch {
      return false;
    }
  });
}

describe('the embedded server', () => {
  it('listens on its socket only, asks for the password, and runs as an ordinary user', async () => {
    const server = await start();
    expect(await ask(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    await expect(ask(server, 'select 1', 'wrong')).rejects.toMatchObject({ code: '28P01' });
    const { uid, mode } = lstatSync(join(folder, 'postgres'));
    expect(uid).not.toBe(0);
    expect(mode & 0o077).toBe(0);
  });

  it('keeps its data and sorts text the same way on every system', async () => {
    const first = await start(folder, false);
    await ask(first, "create table kept as select * from (values ('b'), ('A'), ('a'), ('ä')) v (name)");
    await first.stop();
    started = [];
    const second = await start(folder, false);
    expect(await ask(second, 'select name from kept order by name')).toEqual(
      ['A', 'a', 'b', 'ä'].map((name) => ({ name })),
    );
    expect(await ask(second, 'show fsync')).toEqual([{ fsync: 'on' }]);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = join(folder, 'x'.repeat(90), 'y'.repeat(30));
    mkdirSync(deep, { recursive: true });
    const server = await start(deep);
    expect(server.host.startsWith(realpathSync(tmpdir()))).toBe(true);
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    started = [];
    expect(existsSync(server.host)).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)("works in root's home, which its own user cannot access", async () => {
    const home = mkdtempSync(join(homedir(), '.berth-test-'));
    try {
      const account = accountForDatabase();
      expect(account && canReach(account, home)).toBe(false);
      const server = await start(home);
      expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
      await server.stop();
      started = [];
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('starts after an interrupted first start', async () => {
    const data = join(folder, 'data');
    const server = runServer({ env: { BERTH_DATA: data } });
    const preparing = () =>
      existsSync(data) &&
      readdirSync(data).some((name) => name.startsWith('postgres.new-') && !name.endsWith('password'));
    while (!preparing()) await pause(5);
    server.kill('SIGKILL');
    await server.ended;
    await expect.poll(() => endAll(processesIn(data))).toEqual([]);
    expect(existsSync(join(data, 'postgres'))).toBe(false);

    const again = await start(data);
    expect(await ask(again, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readdirSync(data).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });
});

describe('the embedded server on an unsupported system', () => {
  it('reports a platform without binaries', () => {
    expect(() => findBinaries(folder, 'plan9-mips')).toThrow(
      expect.objectContaining({
        name: 'StartError',
        message: expect.stringContaining('plan9-mips'),
        advice: expect.stringContaining('DATABASE_URL'),
      }),
    );
  });

  it('uses no alias of root, and reports if there is no other user', () => {
    const user = (name: string, uid: number): Account => ({ name, uid, gid: uid });
    expect(accountForDatabase([user('nobody', 65534), user('postgres', 101)], 0)?.name).toBe('postgres');
    expect(accountForDatabase([user('nobody', 65534)], 1000)).toBeUndefined();
    expect(() => accountForDatabase([user('root', 0), user('berth', 0)], 0)).toThrow('does not run as root');
  });
});
