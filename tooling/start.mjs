import { ensureClientBuilt } from './lib/client.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm start`: from a fresh clone to a running server. Plain JavaScript without dependencies, because it runs before
// anything is installed, on whatever Node the computer has.
await runMain(async () => {
  await prepare('running');
  await ensureClientBuilt();
  // More frequent garbage collection: otherwise a reconnecting fleet leaves 30 kB per machine behind.
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
  return runInForeground(node, [...flags, 'packages/server/src/main.ts', ...process.argv.slice(2)]);
});
