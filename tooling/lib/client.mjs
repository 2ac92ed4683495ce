import { join } from 'node:path';
import { ensureBuilt } from './built.mjs';
import { Failure } from './failure.mjs';
import { root } from './paths.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';

const packages = ['client', 'console', 'session', 'web', 'contract'];
const sources = [...packages.map((each) => `packages/${each}`), 'docs/guide', 'package-lock.json'].map((each) =>
  join(root, each),
);
const stamp = join(root, 'packages', 'client', 'dist', '.berth-built');

/** Builds the web client, unless its dist folder was built from the same sources. */
export async function ensureClientBuilt() {
  await ensureBuilt({ sources, stamp, build });
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
