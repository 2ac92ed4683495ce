import { ensureClientBuilt } from './lib/client.mjs';
import { ensureDebianPackages, machineNeeds } from './lib/debian.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { machineHelp } from './lib/machine-help.mjs';
import { node } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm run machine`: runs this computer as a machine, with the agent's own options (--headless, --help). Without
// --server it connects to the server on this computer.
await runMain(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(machineHelp());
    return 0;
  }
  await prepare('running');
  await ensureDebianPackages(machineNeeds);
  await ensureClientBuilt();
  const isServerNamed = process.env.BERTH_SERVER || args.some((each) => /^--server(?:=|$)/.test(each));
  const server = isServerNamed ? [] : ['--server', `http://localhost:${process.env.BERTH_PORT || 8080}`];
  return runInForeground(node, ['packages/device/src/main.ts', ...server, ...args]);
});
