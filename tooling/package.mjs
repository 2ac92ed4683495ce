import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleAgent } from './lib/agent-bundle.mjs';
import { compilerOf, nodeFor } from './lib/architecture.mjs';
import { ensureClientBuilt } from './lib/client.mjs';
import { buildDeb, copy, debianArchitecture, packageTime, writeDocumentation } from './lib/deb.mjs';
import { ensureDebianPackages, packageNeeds } from './lib/debian.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { filesOfPage } from './lib/page-files.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

// `npm run package`: builds the machine's Debian package, dist/berth_<version>_<architecture>.deb, with everything that
// Debian does not have: the agent as a bundle, its own Node, the session's page. SOURCE_DATE_EPOCH sets the timestamps;
// the default is the last commit's date. --architecture x64 or arm64: another one than this computer's.
await runMain(async () => {
  const { values: options } = parseArgs({ options: { architecture: { type: 'string', default: process.arch } } });
  const { architecture } = options;
  const arch = debianArchitecture(architecture);
  await prepare('everything');
  await ensureDebianPackages([...packageNeeds, ...compilerOf(architecture).needs]);
  await ensureClientBuilt();
  const { version } = JSON.parse(readFileSync(join(root, 'packages/device/package.json'), 'utf8'));
  const files = mkdtempSync(join(tmpdir(), 'berth-package-'));
  const out = join(root, 'dist', `berth_${version}_${arch}.deb`);
  try {
    const time = await packageTime();
    await fillFolder(files, { version, time, architecture });
    const values = { VERSION: process.env.BERTH_PACKAGE_VERSION ?? version, ARCH: arch };
    await buildDeb({ files, control: join(root, 'deploy/deb/control'), values, epoch: time, out });
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
  console.log(`Berth: ${out} (${(statSync(out).size / 1e6).toFixed(1)} MB)`);
  return 0;
});

/**
 * @param {string} folder
 * @param {{ version: string, time: number, architecture: string }} release
 */
async function fillFolder(folder, { version, time, architecture }) {
  const lib = join(folder, 'usr/lib/berth');
  copy(join(root, 'deploy/deb/files'), folder);
  await copyNode(architecture, join(lib, 'node'));
  copyPage(join(folder, 'usr/share/berth/client'));
  writeDocumentation(folder, {
    name: 'berth',
    guide: 'machine.md',
    workspaces: ['packages/client', 'packages/device'],
    version,
    packageVersion: process.env.BERTH_PACKAGE_VERSION ?? version,
    time,
  });
  await bundleAgent(join(lib, 'agent.mjs'));
  const login = join(lib, 'pam-login');
  const { cc, strip } = compilerOf(architecture);
  const helper = await run('sh', [join(root, 'packages/device/native/build.sh'), login], { env: { CC: cc } });
  if (helper.code !== 0 || !existsSync(login)) {
    throw new Failure(
      'the check of local passwords does not compile. It needs a C compiler (Debian: gcc, libc6-dev).',
      helper.output,
    );
  }
  const stripped = await run(strip, ['--strip-unneeded', join(lib, 'node'), login]);
  if (stripped.code !== 0)
    throw new Failure('binutils are missing: debug symbols cannot be stripped.', stripped.output);
}

/**
 * @param {string} architecture
 * @param {string} to
 */
async function copyNode(architecture, to) {
  const fetched = mkdtempSync(join(tmpdir(), 'berth-node-'));
  try {
    copy(await nodeFor(architecture, fetched), to);
  } finally {
    rmSync(fetched, { recursive: true });
  }
}

/**
 * The built client without the console, which only the cloud serves.
 * @param {string} to
 */
function copyPage(to) {
  copy(join(root, 'packages/client/dist'), to);
  const assets = readdirSync(join(to, 'assets'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `assets/${name}`);
  const kept = filesOfPage(to, 'session.html', assets);
  for (const path of ['index.html', '.berth-built', ...assets.filter((asset) => !kept.has(asset))])
    rmSync(join(to, path), { force: true });
}
