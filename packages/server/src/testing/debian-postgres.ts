import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAddress } from '../db/connection.ts';
import { accountForDatabase } from '../db/embedded/account.ts';
import { launch } from '../db/embedded/launch.ts';
import { readPostmasterFile } from '../db/embedded/postmaster-file.ts';

const VERSIONS = '/usr/lib/postgresql';
const SUPERUSER = 'postgres';

/** The major versions of Debian's PostgreSQL on this computer. */
export function debianVersions(): readonly string[] {
  if (!existsSync(VERSIONS)) return [];
  return readdirSync(VERSIONS).filter((each) => existsSync(join(VERSIONS, each, 'bin', 'initdb')));
}

/** A temporary server of Debian's PostgreSQL, with a superuser's address. */
export interface DebianPostgres {
  readonly superuser: DatabaseAddress;
  stop(): Promise<void>;
}

/** @param settings Further ones, as name=value. */
export async function startDebianPostgres(version: string, settings: readonly string[] = []): Promise<DebianPostgres> {
  const root = join(VERSIONS, version);
  const binaries = { initdb: join(root, 'bin/initdb'), postgres: join(root, 'bin/postgres'), root, libraryPath: '' };
  const folder = mkdtempSync(join(tmpdir(), 'berth-postgres-'));
  const account = accountForDatabase();
  if (account) chownSync(folder, account.uid, account.gid);
  const [cluster, passwordFile, password] = [join(folder, 'cluster'), join(folder, 'password'), 'for this test only'];
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const launcher = { binaries, account, paths: [folder], diesWithUs: true };
  const start = (program: string, args: readonly string[]) => {
    const child = launch(launcher, program, args, 'pipe');
    child.stdout?.resume();
    child.stderr?.resume();
    return child;
  };
  const [code] = await once(
    start(binaries.initdb, [
      `--pgdata=${cluster}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ]),
    'close',
  );
  if (code !== 0) throw new Error(`initdb of PostgreSQL ${version} ended with ${code}`);
  const own = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off', 'shared_buffers=16MB'];
  const server = start(binaries.postgres, ['-D', cluster, ...[...own, ...settings].flatMap((each) => ['-c', each])]);
  const ended = once(server, 'close');
  while (!readPostmasterFile(cluster)?.ready) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ${version} ended with ${server.exitCode}`);
    await pause(10);
  }
  return {
    superuser: { host: folder, port: 5432, user: SUPERUSER, password, database: 'postgres' },
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
