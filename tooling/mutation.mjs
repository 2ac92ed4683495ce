import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node, root } from './lib/paths.mjs';
import { run, runInForeground } from './lib/run.mjs';
import { PARTS } from './mutation/parts.mjs';

const folder = join(root, 'tooling/mutation');
const stryker = join(folder, 'node_modules/@stryker-mutator/core');

// `npm run mutation`: changes the code one place at a time and lists the changes that no test notices. What it needs is
// installed at its first run only. `--part NAME --mutate FILE` limits it to one part, or to files of it; `--force` tries
// changes again whose result an earlier run has kept.
await runMain(async () => {
  const { values } = parseArgs({
    options: { part: { type: 'string' }, mutate: { type: 'string' }, force: { type: 'boolean', default: false } },
  });
  const parts = partsOf(values.part);
  if (values.mutate && !values.part)
    throw new Failure('--mutate FILE requires --part NAME, whose tests have to notice.');
  const others = [...(values.mutate ? ['--mutate', values.mutate] : []), ...(values.force ? ['--force'] : [])];
  await prepare('everything');
  await ensureInstalled();
  const config = 'tooling/mutation/stryker.config.mjs';
  let code = 0;
  for (const part of parts) {
    console.log(`mutation of ${part}`);
    process.env.BERTH_MUTATION_PART = part;
    const ended = await runInForeground(node, [join(stryker, 'bin/stryker.js'), 'run', config, ...others]);
    // The other parts are worth knowing, too, unless somebody ended the run.
    if (ended > 128) return ended;
    code ||= ended;
  }
  return code;
});

/** @param {string | undefined} wanted */
function partsOf(wanted) {
  if (wanted === undefined) return Object.keys(PARTS);
  if (Object.hasOwn(PARTS, wanted)) return [wanted];
  throw new Failure(`--part ${wanted}: not a part. Choose from ${Object.keys(PARTS).join(', ')}.`);
}

async function ensureInstalled() {
  const wanted = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies['@stryker-mutator/core'];
  const manifest = join(stryker, 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === wanted) return;
  console.log('installing Stryker');
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
  if (code !== 0) throw new Failure('Stryker could not be installed; see the output of npm above.', output);
}
