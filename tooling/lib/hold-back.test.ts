import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './paths.mjs';

test('the restart delay of a crashing agent grows by a second each time, and is zero after a minute of uptime', () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-hold-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [starts, slept] = [join(folder, 'starts'), join(folder, 'slept')];
  writeFileSync(join(folder, 'sleep'), `#!/bin/sh\necho "$1" >${slept}\n`);
  chmodSync(join(folder, 'sleep'), 0o755);
  const start = () => {
    rmSync(slept, { force: true });
    const env = { PATH: `${folder}:/usr/bin:/bin` };
    const { status } = spawnSync('sh', [join(root, 'deploy/deb/files/usr/lib/berth/hold-back'), starts], { env });
    expect(status).toBe(0);
    return existsSync(slept) ? Number(readFileSync(slept, 'utf8')) : 0;
  };
  expect(Array.from({ length: 9 }, start)).toEqual([0, 0, 1, 2, 3, 4, 5, 5, 5]);
  // A minute of uptime ago; a computer that has run for less has no such moment.
  const [last = ''] = readFileSync(starts, 'utf8').split(' ');
  writeFileSync(starts, `${Number(last) - 61} 8\n`);
  expect(start()).toBe(0);
});
