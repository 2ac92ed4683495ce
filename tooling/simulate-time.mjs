import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm run simulate-time`: nodes, database, bus and machines under one simulated clock, with faults. See `--help`.
await runMain(async () => {
  await prepare('everything');
  return runInForeground(node, ['packages/simulator/src/simulated-time/main.ts', ...process.argv.slice(2)]);
});
