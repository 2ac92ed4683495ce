import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDebianPackages, imageNeeds } from './lib/debian.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node, root } from './lib/paths.mjs';
import { bootToWizard } from './lib/qemu.mjs';
import { runInForeground } from './lib/run.mjs';

const WAIT_MS = 40 * 60_000;

// `npm run image`: builds the machine's bootable disk, dist/berth.img, and boots it in qemu up to the setup wizard;
// dist/first-boot.png is a screenshot of that. Requires root. --folder DEBIAN uses an existing Debian (see
// deploy/image.sh), --boot-only an existing disk.
await runMain(async () => {
  const { values } = parseArgs({ options: { folder: { type: 'string' }, 'boot-only': { type: 'boolean' } } });
  const image = join(root, 'dist/berth.img');
  await prepare('everything');
  await ensureDebianPackages(imageNeeds);
  if (!values['boot-only']) {
    const packaged = await runInForeground(node, ['tooling/package.mjs']);
    if (packaged !== 0) return packaged;
    const made = await runInForeground('deploy/image.sh', [
      newest('.deb'),
      image,
      ...(values.folder ? [values.folder] : []),
    ]);
    if (made !== 0) return made;
  }
  const picture = join(root, 'dist/first-boot.png');
  const began = Date.now();
  const isThere = await bootToWizard(image, picture, { waitMs: WAIT_MS, onLine: console.log });
  const seconds = Math.round((Date.now() - began) / 1000);
  if (!isThere) throw new Failure(`the setup wizard did not appear within ${seconds} s: see ${picture}.`);
  console.log(`Berth: the setup wizard appeared after ${seconds} s: ${picture}`);
  return 0;
});

/** @param {string} ending */
function newest(ending) {
  const folder = join(root, 'dist');
  const files = readdirSync(folder).filter((name) => name.endsWith(ending));
  const [first] = files.map((name) => join(folder, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (!first) throw new Failure(`no ${ending} in ${folder}.`);
  return first;
}
