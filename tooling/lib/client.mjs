import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { contentPrint, filesOf, quickPrint } from './fingerprint.mjs';
import { root } from './paths.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';

const packages = ['client', 'console', 'session', 'web', 'contract'];
const sources = [...packages.map((each) => `packages/${each}`), 'docs/guide', 'package-lock.json'].map((each) =>
  join(root, each),
);
const stamp = join(root, 'packages', 'client', 'dist', '.berth-built');

/** @typedef {{ quick: string, content: string }} Stamp */

/** Builds the web client, unless its dist folder was built from the same sources. */
export async function ensureClientBuilt() {
  const files = filesOf(sources);
  const quick = quickPrint(files);
  const built = readStamp();
  if (built?.quick === quick) return;
  // Computed before the build: the next start then builds what changed meanwhile.
  const content = contentPrint(files);
  if (built?.content !== content) await build();
  writeFileSync(stamp, JSON.stringify({ quick, content }));
}

async function build() {
  const progress = startProgress('building the web client');
  // Whatever the caller's environment says: otherwise React's development build would be shipped.
  const env = { NODE_ENV: 'production' };
  const { code, output } = await run('npm', ['run', 'build', '--workspace', 'packages/client'], { env });
  if (code === 0) return progress.done();
  progress.failed();
  throw new Failure('building the web client failed; see the output of Vite above.', output);
}

/** @returns {Stamp | undefined} */
function readStamp() {
  if (!existsSync(stamp)) return undefined;
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    // A stamp truncated by a crash is ignored.
    return undefined;
  }
}
