import { join } from 'node:path';
import { ensureClientBuilt } from './lib/client.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node, root } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';
import { ensureServerBundled } from './lib/server.mjs';

// `npm start`: from a fresh clone to a running server. Plain JavaScript without dependencies, because it runs before
// anything is installed, on whatever Node the computer has.
await runMain(async () => {
  await prepare('running');
  await ensureClientBuilt();
  const main = await ensureServerBundled();
  // Otherwise, also if they are empty, they would be in the bundle's folder, which the next bundles remove.
  process.env.BERTH_DATA ||= join(root, 'data');
  process.env.BERTH_CLIENT ||= join(root, 'packages/client/dist');
  // Compiled once, not at each start.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/server');
  // More frequent garbage collection: otherwise a reconnecting fleet leaves 30 kB per machine behind.
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=60'];
  return runInForeground(node, [...flags, main, ...process.argv.slice(2)]);
});
