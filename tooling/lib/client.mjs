import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { contentPrint, filesOf, quickPrint } from './fingerprint.mjs';
import { root } from './paths.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';

const packages = ['client', 'console', 'session', 'web', 'contract'];
const sources = [...packages.map((each) => `packages/${each}`), 'package-lock.json'].map((each) => join(root, each));
const stamp = join(root, 'packages', 'client', 'dist', '.berth-built');

/** @typedef {{ quick: string, content: string }} Stamp */

/** Builds the web client, unless what stands in its dist folder was built from these very sources. */
export async function ensureClientBuilt() {
  const files = filesOf(sources);
  const quick = quickPrint(files);
  const built = readStamp();
  if (built?.quick === quick) return;
  // Taken before the build: what changes while it runs is then built by the next start.
  const content = contentPrint(files);
  if (built?.content !== content) await build();
  writeFileSync(stamp, JSON.stringify({ quick, content }));
}

async function build() {
  const progress = startProgress('building the web client');
  const { code, output } = await run('npm', ['run', 'build', '--workspace', 'packages/client']);
  if (code === 0) return progress.done();
  progress.failed();
  throw new Failure('the web client does not build; what Vite said is above.', output);
}

/** @returns {Stamp | undefined} */
function readStamp() {
  if (!existsSync(stamp)) return undefined;
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    // A stamp cut off by a crash is no stamp.
    return undefined;
  }
}
