import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node, root } from './lib/paths.mjs';
import { startProgress } from './lib/progress.mjs';
import { run, runInForeground } from './lib/run.mjs';
import { signaturesOutcome } from './lib/signatures.mjs';

// `npm run rebuild`: verifies that installed packages match the registry's signatures, if it signs, and that the
// machine's package built here equals one built from a fresh clone of the same commit, byte by byte.
await runMain(async () => {
  await prepare('everything');
  await checkSignatures();
  const packaged = await runInForeground(node, ['tooling/package.mjs']);
  if (packaged !== 0) return packaged;
  const clone = mkdtempSync(join(tmpdir(), 'berth-rebuild-'));
  try {
    const progress = startProgress('building the package again from a fresh clone');
    await must(run('git', ['clone', '--quiet', '--no-hardlinks', root, clone]));
    await must(run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: clone }));
    await must(run(node, [join(clone, 'tooling/package.mjs')], { cwd: clone }));
    progress.done();
    const [first, second] = [packageIn(root), packageIn(clone)];
    if (first.sum !== second.sum) {
      throw new Failure(
        `the two packages differ: ${first.sum} here, ${second.sum} from the clone. Are all changes committed?`,
      );
    }
    console.log(`Berth: both are ${first.sum}  ${first.name}`);
    return 0;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
});

async function checkSignatures() {
  const progress = startProgress("checking the registry's signatures");
  const { code, output } = await run('npm', ['audit', 'signatures']);
  const outcome = signaturesOutcome(code, output);
  if (outcome === 'broken') {
    progress.failed();
    throw new Failure('a package does not match its signature; see the output of npm above.', output);
  }
  progress.done();
  console.log(
    outcome === 'verified'
      ? 'Berth: all package signatures are valid.'
      : 'Berth: signatures were not checked: the registry does not sign packages, or its keys are unavailable. The checksums in package-lock.json were verified at installation.',
  );
}

/** @param {Promise<import('./lib/run.mjs').Outcome>} work */
async function must(work) {
  const { code, output } = await work;
  if (code !== 0) throw new Failure('the package could not be rebuilt; see the output above.', output);
}

/** @param {string} folder */
function packageIn(folder) {
  const dist = join(folder, 'dist');
  const [name] = readdirSync(dist).filter((each) => /^berth_.*\.deb$/.test(each));
  if (!name) throw new Failure(`no package in ${dist}.`);
  return {
    name,
    sum: createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('hex'),
  };
}
