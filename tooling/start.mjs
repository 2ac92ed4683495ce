import { ensureClientBuilt } from './lib/client.mjs';
import { runMain } from './lib/failure.mjs';
import { node } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm start`: from a fresh clone to a running server. Plain JavaScript without dependencies, because it runs before
// anything is installed, on whatever Node the computer has.
await runMain(async () => {
  await prepare();
  await ensureClientBuilt();
  return runInForeground(node, ['packages/server/src/main.ts', ...process.argv.slice(2)]);
});
