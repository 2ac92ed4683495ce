import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Stops } from '@berth/contract/stops';
import { type Database, type DatabaseAddress, openDatabase } from '../../db/connection.ts';
import { OWNER } from '../../db/embedded/cluster.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { roleAddresses, rolePassword } from '../../db/roles.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Sample } from './sample.ts';

/** A separate database server for the demo: its roles and passwords are valid nowhere else. */
export async function openThrowaway(
  folder: string,
  secret: Buffer,
  logger: Logger,
  stops: Stops,
): Promise<{ readonly db: Database; readonly url: string; readonly owner: DatabaseAddress }> {
  const password = rolePassword(secret, OWNER);
  const server = await startEmbedded({ folder, ownerPassword: password, logger, diesWithUs: true, volatile: true });
  stops.use(server);
  const owner = { host: server.host, port: server.port, user: OWNER, password, database: 'postgres' };
  await migrate(owner, secret);
  const db = openDatabase(roleAddresses(owner, secret), { app: 1, system: 1 }, undefined);
  stops.defer(() => db.close());
  const query = new URLSearchParams({ host: server.host });
  return {
    db,
    owner,
    url: `postgres://${OWNER}:${encodeURIComponent(password)}@localhost:${server.port}/postgres?${query}`,
  };
}

const SIMULATOR = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url));

/** Without the simulator, the demo has no machines. */
export const HAS_MACHINES = existsSync(SIMULATOR);

/**
 * Starts the machines: the real agent over an in-memory system, in a separate process. Returns a function that ends it.
 */
export async function launchMachines(
  server: string,
  token: string,
  { organizationId, machines }: Sample,
  folder: string,
): Promise<() => Promise<void>> {
  if (!HAS_MACHINES) return async () => undefined;
  const list = join(folder, 'machines.json');
  await writeFile(list, JSON.stringify(machines));
  const args = ['--server', server, '--organization', organizationId, '--list', list, '--lively'];
  const child = spawn(process.execPath, ['--max-old-space-size=96', SIMULATOR, ...args], {
    // In the environment, because arguments are visible to all users of the computer.
    env: { ...process.env, BERTH_TOKEN: token },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
