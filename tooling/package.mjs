import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ensureClientBuilt } from './lib/client.mjs';
import { buildDeb, copy, debianArchitecture } from './lib/deb.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { node, root } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

// `npm run package`: the machine's Debian package, dist/berth_<version>_<architecture>.deb, with everything inside that is
// not Debian's: the agent as one file, its own Node, the session's page. SOURCE_DATE_EPOCH says which time is in it, else
// the last commit's is.
await runMain(async () => {
  await prepare();
  await ensureClientBuilt();
  const { version } = JSON.parse(readFileSync(join(root, 'packages/device/package.json'), 'utf8'));
  const arch = debianArchitecture();
  const files = mkdtempSync(join(tmpdir(), 'berth-package-'));
  const out = join(root, 'dist', `berth_${version}_${arch}.deb`);
  try {
    await fillFolder(files);
    const values = { VERSION: process.env.BERTH_PACKAGE_VERSION ?? version, ARCH: arch };
    await buildDeb({ files, control: join(root, 'deploy/deb/control'), values, epoch: await epoch(), out });
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
  console.log(`Berth: ${out} (${(statSync(out).size / 1e6).toFixed(1)} MB)`);
  return 0;
});

/** @param {string} folder */
async function fillFolder(folder) {
  const lib = join(folder, 'usr/lib/berth');
  copy(join(root, 'deploy/deb/files'), folder);
  copy(realpathSync(node), join(lib, 'node'));
  copy(join(root, 'packages/client/dist'), join(folder, 'usr/share/berth/client'));
  // The console is the cloud's.
  for (const name of ['index.html', '.berth-built'])
    rmSync(join(folder, 'usr/share/berth/client', name), { force: true });
  copy(join(root, 'docs/machine.md'), join(folder, 'usr/share/doc/berth/machine.md'));
  copy(join(root, 'LICENSE'), join(folder, 'usr/share/doc/berth/copyright'));
  const bundle = await rolldown({
    input: join(root, 'packages/device/src/main.ts'),
    platform: 'node',
    logLevel: 'silent',
  });
  await bundle.write({ file: join(lib, 'agent.mjs'), format: 'esm', codeSplitting: false, minify: false });
  const helper = await run('sh', [join(root, 'packages/device/native/build.sh'), join(lib, 'pam-login')]);
  if (helper.code !== 0) throw new Failure('the check of local passwords does not compile.', helper.output);
}

async function epoch() {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (given > 0) return given;
  const { code, output } = await run('git', ['log', '-1', '--format=%ct']);
  if (code !== 0) throw new Failure('neither SOURCE_DATE_EPOCH nor a git history: the package has no time.', output);
  return Number(output.trim());
}
