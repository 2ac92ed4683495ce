import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDebianPackages, osNeeds } from './lib/debian.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { ensureVersions } from './lib/os-versions.mjs';

const DAY_MS = 86_400_000;
const OPTIONS = /** @type {const} */ ({
  folder: { type: 'string' },
  only: { type: 'string' },
  trials: { type: 'string', default: '20' },
  seed: { type: 'string' },
});

// `npm run os:proof`: as root, builds versions of Berth OS without what a screen needs, some of them broken on purpose, and
// lets emulated machines live through them (docs/os.md). --only NAME,NAME: these parts, or all whose names begin with NAME-; --folder
// keeps and uses a folder's builds; --trials and --seed: how many power cuts, and which.
await runMain(async () => {
  const { values } = parseArgs({ options: OPTIONS });
  await prepare('everything');
  const { PARTS } = await import('./lib/os-proofs.mjs');
  const wanted = values.only?.split(',') ?? Object.keys(PARTS);
  const isPart = (/** @type {string} */ name) => wanted.some((each) => name === each || name.startsWith(`${each}-`));
  const parts = Object.entries(PARTS).filter(([name]) => isPart(name));
  if (parts.length === 0) throw new Failure(`${values.only} is no part: ${Object.keys(PARTS).join(', ')}.`);
  const [trials, seed] = [Number(values.trials), Number(values.seed ?? Math.floor(Date.now() / DAY_MS))];
  await ensureDebianPackages(osNeeds);
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'berth-os-'));
  const started = Date.now();
  const tell = (/** @type {string} */ line) =>
    console.log(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${line}`);
  try {
    await ensureVersions(folder, [...new Set(parts.flatMap(([, { versions }]) => versions))], tell);
    const failed = [];
    for (const [name, { prove }] of parts) {
      tell(`── ${name}`);
      try {
        await prove({ folder, own: join(folder, 'proof', name), tell, trials, seed });
        tell(`── ${name}: seen`);
      } catch (error) {
        // The others say as much on their own.
        tell(
          `── ${name}: ${error instanceof Failure ? error.message : (error instanceof Error && error.stack) || error}`,
        );
        failed.push(name);
      }
    }
    if (failed.length > 0) throw new Failure(`not proved: ${failed.join(', ')}.`);
    return 0;
  } finally {
    if (!values.folder) rmSync(folder, { recursive: true, force: true });
  }
});
