import { statSync } from 'node:fs';
import { join } from 'node:path';
import { packCli } from './lib/cli-package.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

// `npm run package:cli`: packs the command line, dist/berth-cli-<version>.tgz, for `npm install --global`.
await runMain(async () => {
  await prepare('everything');
  const out = await packCli(join(root, 'dist'));
  console.log(`Berth: ${out} (${(statSync(out).size / 1e3).toFixed(0)} kB)`);
  return 0;
});
