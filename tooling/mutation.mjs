import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node, root } from './lib/paths.mjs';
import { run, runInForeground } from './lib/run.mjs';

const folder = join(root, 'tooling/mutation');
const stryker = join(folder, 'node_modules/@stryker-mutator/core');

// `npm run mutation`: changes the code one place at a time and lists the changes that no test notices. What it needs is
// installed at its first run only. Arguments are Stryker's: `npm run mutation -- --mutate packages/contract/src/rules/names.ts`.
await runMain(async () => {
  await prepare('everything');
  await ensureInstalled();
  const config = 'tooling/mutation/stryker.config.mjs';
  return runInForeground(node, [join(stryker, 'bin/stryker.js'), 'run', config, ...process.argv.slice(2)]);
});

async function ensureInstalled() {
  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies['@stryker-mutator/core'];
  const manifest = join(stryker, 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted) return;
  console.log('installing Stryker');
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  if (code !== 0) throw new Failure('Stryker could not be installed; see the output of npm above.', output);
}
