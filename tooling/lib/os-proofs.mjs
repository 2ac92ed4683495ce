import { join } from 'node:path';
import { proveArm64 } from './os-arm64-proof.mjs';
import { proveBroken } from './os-broken-proof.mjs';
import { proveDamage } from './os-damage-proof.mjs';
import { proveDebian } from './os-debian-proof.mjs';
import { proveFull } from './os-full-proof.mjs';
import { proveInstall } from './os-install-proof.mjs';
import { proveKeys } from './os-keys-proof.mjs';
import { proveManifests } from './os-manifest-proof.mjs';
import { proveNetwork } from './os-network-proof.mjs';
import { provePictures } from './os-pictures-proof.mjs';
import { provePowerCuts } from './os-power-proof.mjs';
import { proveReset } from './os-reset-proof.mjs';
import { proveRollout } from './os-rollout-proof.mjs';
import { proveSecureBoot } from './os-secure-boot-proof.mjs';
import { proveUpdates } from './os-update-proof.mjs';

/**
 * What is proved, by name: the versions that it needs, and how.
 * @type {Record<string, { versions: readonly string[], prove: (proof: import('./os-life.mjs').Proof) => Promise<unknown> }>}
 */
export const PARTS = {
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
