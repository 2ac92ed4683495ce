import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { packageTime } from './lib/deb.mjs';
import { ensureDebianPackages, osNeeds } from './lib/debian.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { bootKeyOf, buildVersion, versionOf } from './lib/os-build.mjs';
import { node, root } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm run os`: as root on Debian, builds a version of Berth OS into dist/os/<version> (docs/os.md): root file system, its
// hashes, kernel, a disk to start from, the list of packages, and a manifest to sign. --architecture x64 or arm64: another one
// than this computer's, into dist/os/<version>-<architecture>; --keys FILE: the public keys that the
// image trusts; --sign FILE, repeated: secret keys that sign here; --boot-key FILE --boot-cert FILE: sign loader and kernel for
// Secure Boot; --former-boot-key and --former-boot-cert: the key that it replaces; --channel, --lowest, --from; --twice builds
// everything again and compares the bytes.
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      architecture: { type: 'string', default: process.arch },
      channel: { type: 'string', default: 'stable' },
      lowest: { type: 'string', default: '0' },
      from: { type: 'string' },
      keys: { type: 'string' },
      sign: { type: 'string', multiple: true, default: [] },
      'boot-key': { type: 'string' },
      'boot-cert': { type: 'string' },
      'former-boot-key': { type: 'string' },
      'former-boot-cert': { type: 'string' },
      twice: { type: 'boolean' },
    },
  });
  if (process.getuid?.() !== 0) throw new Failure('only root can build Berth OS.');
  const boot = bootKeyOf(values['boot-key'], values['boot-cert']);
  const former = bootKeyOf(values['former-boot-key'], values['former-boot-cert'], 'former-boot');
  if (former && !boot) throw new Failure('--former-boot-key needs --boot-key, the one that replaces it.');
  await prepare('everything');
  await ensureDebianPackages(osNeeds);
  const { architecture } = values;
  const packaged = await runInForeground(node, ['tooling/package.mjs', '--architecture', architecture]);
  if (packaged !== 0) return packaged;
  const { channel, lowest, from, sign } = values;
  const version = versionOf(await packageTime());
  const out = join(root, 'dist/os', architecture === process.arch ? version : `${version}-${architecture}`);
  const release = {
    version,
    architecture,
    channel,
    lowest,
    from,
    keys: { list: values.keys ?? null, secret: sign },
    boot,
    former,
  };
  const began = Date.now();
  await buildVersion({ ...release, out });
  console.log(`Berth: version ${version} took ${Math.round((Date.now() - began) / 1000)} s:`);
  for (const name of readdirSync(out)) console.log(`  ${megabytes(join(out, name)).padStart(7)} MB  ${name}`);
  if (values.twice) await compare(out, release);
  return 0;
});

/**
 * Builds a version again, from Debian's packages on, and compares the parts that a machine starts.
 * @param {string} first the folder of the first build
 * @param {Omit<Parameters<typeof buildVersion>[0], 'out'>} release
 */
async function compare(first, release) {
  const second = mkdtempSync(join(tmpdir(), 'berth-os-'));
  try {
    await buildVersion({ ...release, out: second });
    const names = readdirSync(first).filter((name) => /\.(raw|efi)$|^packages$/.test(name));
    const different = [];
    for (const name of names) {
      if ((await digestOf(join(first, name))) !== (await digestOf(join(second, name)).catch(() => '')))
        different.push(name);
    }
    if (different.length > 0) throw new Failure(`the two builds differ in ${different.join(', ')}.`);
    console.log(`Berth: both builds have the same bytes: ${names.join(', ')}`);
  } finally {
    rmSync(second, { recursive: true, force: true });
  }
}

/** @param {string} file */
async function digestOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** @param {string} file */
function megabytes(file) {
  return (statSync(file).size / 1e6).toFixed(1);
}
