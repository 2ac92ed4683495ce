import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './paths.mjs';

const at = (time: string) => Date.parse(`${time}T12:00:00Z`) / 1000;
const BUILT = at('2026-11-01');

/** The time that is stored after a start at which the computer's clock shows `now`. */
function storedAfter(stored: string, now: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'berth-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, clock, release] = [join(folder, 'clock'), join(folder, 'now'), join(folder, 'release')];
  writeFileSync(file, '');
  utimesSync(file, at(stored), at(stored));
  writeFileSync(clock, `${at(now)}\n`);
  writeFileSync(release, `IMAGE_ID=berth\nBERTH_BUILT=${BUILT}\n`);
  const env = { ...process.env, BERTH_STORED: file, BERTH_CLOCK: clock, BERTH_RELEASE: release };
  const { status } = spawnSync(join(root, 'deploy/os/initrd/clock'), { env });
  expect(status).toBe(0);
  return statSync(file).mtime.toISOString().slice(0, 10);
}

test('a stored time that is ahead of a working clock goes back to it', () => {
  expect(storedAfter('2036-11-29', '2026-11-29')).toBe('2026-11-29');
});

test('a stored time stays where the clock is ahead of it, or shows a time before the version was built', () => {
  expect(storedAfter('2026-11-20', '2026-11-29')).toBe('2026-11-20');
  expect(storedAfter('2026-11-29', '2000-01-01')).toBe('2026-11-29');
});

test('before the first synchronization nothing is stored', () => {
  const file = join(tmpdir(), 'berth-clock-none');
  const env = { ...process.env, BERTH_STORED: file };
  expect(spawnSync(join(root, 'deploy/os/initrd/clock'), { env }).status).toBe(0);
  expect(existsSync(file)).toBe(false);
});
