import { ensureClientBuilt } from './lib/client.mjs';
import { ensureDebianPackages, machineNeeds } from './lib/debian.mjs';
import { runMain } from './lib/failure.mjs';
import { node } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm run machine`: this computer as a machine, with the agent's own options (--headless, --server URL).
await runMain(async () => {
  await prepare();
  await ensureDebianPackages(machineNeeds);
  await ensureClientBuilt();
  return runInForeground(node, ['packages/device/src/main.ts', ...process.argv.slice(2)]);
});
