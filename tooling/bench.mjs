import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleAgent } from './lib/agent-bundle.mjs';
import { ensureClientBuilt } from './lib/client.mjs';
import { ensureDebianPackages, testNeeds } from './lib/debian.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node, root } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm run bench`: measures performance. Arguments select and configure the benchmarks.
await runMain(async () => {
  await prepare('everything');
  await ensureDebianPackages(testNeeds);
  await ensureClientBuilt();
  // Machines run the agent as a bundle, which Node compiles once.
  const folder = mkdtempSync(join(tmpdir(), 'berth-bench-'));
  try {
    process.env.BERTH_AGENT = join(folder, 'agent.mjs');
    process.env.BERTH_CLIENT = join(root, 'packages/client/dist');
    process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
    await bundleAgent(process.env.BERTH_AGENT);
    return await runInForeground(node, ['bench/main.ts', ...process.argv.slice(2)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
