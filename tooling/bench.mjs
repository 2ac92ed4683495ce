import { ensureClientBuilt } from './lib/client.mjs';
import { ensureDebianPackages, testNeeds } from './lib/debian.mjs';
import { runMain } from './lib/failure.mjs';
import { node } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm run bench`: what it costs. Arguments choose and configure the measurements.
await runMain(async () => {
  await prepare();
  await ensureDebianPackages(testNeeds);
  await ensureClientBuilt();
  return runInForeground(node, ['bench/main.ts', ...process.argv.slice(2)]);
});
