import { ensureClientBuilt } from './lib/client.mjs';
import { ensureDebianPackages, testNeeds } from './lib/debian.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm run chaos`: breaks an installation at random moments and checks that no promise is broken. See `--help`.
await runMain(async () => {
  await prepare('everything');
  await ensureDebianPackages(testNeeds);
  await ensureClientBuilt();
  return runInForeground(node, ['e2e/chaos/main.ts', ...process.argv.slice(2)]);
});
