import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { startTestCluster } from './cluster.ts';

/**
 * One database server for all test files of a run, started on first use so that other runs need not wait. Test
 * processes ask for it over the Unix socket in BERTH_TEST_CLUSTER.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-tests-'));
  const address = join(folder, 'cluster.sock');
  let cluster: ReturnType<typeof startTestCluster> | undefined;
  const start = async () => {
    const { startTestCluster } = await import('./cluster.ts');
    return startTestCluster();
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    cluster ??= start();
    cluster.then(
      ({ owner, secret, template }) => socket.end(JSON.stringify({ cluster: { owner, secret, template } })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  server.listen(address);
  await once(server, 'listening');
  process.env.BERTH_TEST_CLUSTER = address;
  return async () => {
    server.close();
    await (await cluster)?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
