import { mkdirSync } from 'node:fs';
import { OWNER } from '../src/db/embedded/cluster.ts';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { rolePassword } from '../src/db/roles.ts';
import { createLogger } from '../src/platform/logger.ts';

/**
 * A real PostgreSQL server for tests with several nodes: `node scripts/database.ts FOLDER`. Prints its address and runs
 * until it is told to stop; restarts a killed database, as an operator's supervisor would.
 */
const [folder = ''] = process.argv.slice(2);
mkdirSync(folder, { recursive: true, mode: 0o711 });
const ownerPassword = rolePassword(Buffer.alloc(32), OWNER);
const server = await startEmbedded({
  folder,
  ownerPassword,
  logger: createLogger('error'),
  diesWithUs: true,
  volatile: false,
});
const host = encodeURIComponent(server.host);
console.log(
  `database postgres://${OWNER}:${encodeURIComponent(ownerPassword)}@localhost:${server.port}/postgres?host=${host}`,
);
await new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});
await server.stop();
process.exit(0);
