import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from './built.mjs';

/** Sources of one file; `ensure` tells whether it built. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), 'berth-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = join(folder, 'src', 'main.ts');
  const stamp = join(folder, 'dist', 'stamp');
  mkdirSync(join(folder, 'src'));
  writeFileSync(source, 'one');
  let builds = 0;
  let isThere = true;
  const ensure = async () => {
    const before = builds;
    const build = async () => void builds++;
    await ensureBuilt({ sources: [join(folder, 'src')], stamp, build, isThere: () => isThere });
    return builds > before;
  };
  return {
    source,
    stamp,
    ensure,
    lose: () => {
      isThere = false;
    },
  };
}

test('builds once, and again when a source has changed', async () => {
  const { source, ensure } = project();
  expect([await ensure(), await ensure()]).toEqual([true, false]);
  writeFileSync(source, 'two');
  expect([await ensure(), await ensure()]).toEqual([true, false]);
});

test('does not build again after a checkout that changes only the time of a source', async () => {
  const { source, ensure } = project();
  await ensure();
  utimesSync(source, 1, 1);
  expect(await ensure()).toBe(false);
});

test('builds again when what it built is gone, or a crash has cut its stamp', async () => {
  const { stamp, ensure, lose } = project();
  await ensure();
  writeFileSync(stamp, '{"qui');
  expect(await ensure()).toBe(true);
  lose();
  expect(await ensure()).toBe(true);
});

test('records nothing when the build fails', async () => {
  const { source, stamp, ensure } = project();
  const build = () => Promise.reject(new Error('disk full'));
  await expect(ensureBuilt({ sources: [source], stamp, build })).rejects.toThrow('disk full');
  expect(await ensure()).toBe(true);
});
