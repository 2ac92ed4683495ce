import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDebianPackages, osNeeds } from './lib/debian.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { proveArm64 } from './lib/os-arm64-proof.mjs';
import { proveBroken } from './lib/os-broken-proof.mjs';
import { proveDamage } from './lib/os-damage-proof.mjs';
import { proveDebian } from './lib/os-debian-proof.mjs';
import { proveFull } from './lib/os-full-proof.mjs';
import { proveInstall } from './lib/os-install-proof.mjs';
import { proveKeys } from './lib/os-keys-proof.mjs';
import { proveManifests } from './lib/os-manifest-proof.mjs';
import { proveNetwork } from './lib/os-network-proof.mjs';
import { provePictures } from './lib/os-pictures-proof.mjs';
import { provePowerCuts } from './lib/os-power-proof.mjs';
import { proveReset } from './lib/os-reset-proof.mjs';
import { proveRollout } from './lib/os-rollout-proof.mjs';
import { proveSecureBoot } from './lib/os-secure-boot-proof.mjs';
import { proveUpdates } from './lib/os-update-proof.mjs';
import { ensureVersions } from './lib/os-versions.mjs';

/**
 * What is proved, by name: the versions that it needs, and how.
 * @type {Record<string, { versions: readonly string[], prove: (proof: import('./lib/os-life.mjs').Proof) => Promise<unknown> }>}
 */
const PARTS = {
  updates: { versions: ['1.1', '1.2', '1.3'], prove: proveUpdates },
  rollout: { versions: ['1.1', '1.2', '1.3'], prove: proveRollout },
  install: {
    versions: ['1.1'],
    prove: ({ folder, own, tell }) => proveInstall(join(folder, '1.1', 'disk.raw'), own, '1.1', tell),
  },
  debian: { versions: ['1.1'], prove: proveDebian },
  pictures: {
    versions: ['1.1'],
    prove: ({ folder, own, tell }) => provePictures(join(folder, '1.1', 'disk.raw'), own, '1.1', tell),
  },
  'secure-boot': {
    versions: ['1.1'],
    prove: ({ folder, tell }) =>
      proveSecureBoot({ image: join(folder, '1.1', 'disk.raw'), version: '1.1' }, folder, tell),
  },
  keys: { versions: ['1.1', '1.8', '1.9'], prove: proveKeys },
  network: { versions: ['1.1'], prove: ({ folder }) => proveNetwork(folder, '1.1') },
  manifests: { versions: ['1.1', '1.2'], prove: proveManifests },
  broken: {
    versions: ['1.1', '1.6', '1.4', '1.5', '1.7'],
    prove: (proof) => proveBroken(proof, { 1.6: 'no-boot', 1.4: 'unhealthy', 1.5: 'unhealthy', 1.7: 'unhealthy' }),
  },
  reset: { versions: ['1.1'], prove: proveReset },
  full: { versions: ['1.1', '1.2'], prove: proveFull },
  'damage-hashes': { versions: ['1.1', '1.2'], prove: (proof) => proveDamage(proof, 'hashes') },
  'damage-root': { versions: ['1.1', '1.2'], prove: (proof) => proveDamage(proof, 'root') },
  'damage-program': { versions: ['1.1', '1.2'], prove: (proof) => proveDamage(proof, 'program') },
  power: { versions: ['1.1', '1.2'], prove: provePowerCuts },
  arm64: { versions: [], prove: proveArm64 },
};

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
  const wanted = values.only?.split(',') ?? Object.keys(PARTS);
  const isPart = (/** @type {string} */ name) => wanted.some((each) => name === each || name.startsWith(`${each}-`));
  const parts = Object.entries(PARTS).filter(([name]) => isPart(name));
  if (parts.length === 0) throw new Failure(`${values.only} is no part: ${Object.keys(PARTS).join(', ')}.`);
  const [trials, seed] = [Number(values.trials), Number(values.seed ?? Math.floor(Date.now() / DAY_MS))];
  await prepare('everything');
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
