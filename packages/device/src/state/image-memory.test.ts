import type { OsManifest } from '@berth/contract/device/os-manifest';
import { expect, it } from 'vitest';
import {
  afterInstall,
  afterManifest,
  afterProof,
  afterStart,
  type ImageMemory,
  NOTHING_REMEMBERED,
  understandMemory,
} from './image-memory.ts';

const now = new Date('2026-11-24T12:00:00Z');
const manifest = (version: string, lowest = '1', issued = '2026-11-24T10:00:00Z') =>
  ({ version, lowest, issued }) as OsManifest;
const installed = afterInstall(NOTHING_REMEMBERED, manifest('3'), 'boot-1');

/** The agent of `version` starts in `bootId`; `tries` are those left for version 3. */
const start = (memory: ImageMemory, version: string, bootId: string, tries: number | null, usedUp: string[] = []) =>
  afterStart(memory, { version, bootId, now, triesLeft: () => tries, usedUp });

it('a version whose agent never ran did not boot', () => {
  const after = start(installed, '2', 'boot-4', 0);
  expect(after).toMatchObject({ trial: null, failed: [{ version: '3', reason: 'no-boot', at: now.toISOString() }] });
});

it('a version whose agent ran without proving itself is unhealthy', () => {
  const tried = start(start(installed, '3', 'boot-2', 1), '3', 'boot-3', 0);
  expect(start(tried, '2', 'boot-4', 0).failed).toMatchObject([{ version: '3', reason: 'unhealthy' }]);
});

it('an agent restart before the reboot is not a failure', () => {
  expect(start(installed, '2', 'boot-1', 2)).toEqual(installed);
});

it('a version whose tries are used up has failed without a remembered trial, once', () => {
  const after = start(NOTHING_REMEMBERED, '2', 'boot-4', 0, ['3']);
  expect(after.failed).toMatchObject([{ version: '3', reason: 'unhealthy' }]);
  expect(start(after, '2', 'boot-5', 0, ['3'])).toBe(after);
  expect(start(NOTHING_REMEMBERED, '3', 'boot-5', 0, ['3']).failed).toEqual([]);
  expect(start(installed, '2', 'boot-4', 0, ['3']).failed).toMatchObject([{ version: '3', reason: 'no-boot' }]);
});

it('choosing the older version in the boot loader is not a failure while tries are left', () => {
  expect(start(installed, '2', 'boot-2', 2)).toEqual(installed);
});

it('a proved version is no longer on trial', () => {
  const proved = afterProof(start(installed, '3', 'boot-2', 1), '3');
  expect(proved.trial).toBeNull();
  expect(start(proved, '2', 'boot-3', null).failed).toEqual([]);
});

it('remembers each failed version once, newest first, up to a limit', () => {
  let memory: ImageMemory = NOTHING_REMEMBERED;
  for (const version of ['3', '4', '3', '5', '6', '7', '8', '9', '10', '11']) {
    memory = start(afterInstall(memory, manifest(version), 'before'), '2', 'after', 0);
  }
  expect(memory.failed.map(({ version }) => version)).toEqual(['11', '10', '9', '8', '7', '6', '5', '3']);
});

it('keeps the highest of all lowest allowed versions', () => {
  const memory = afterManifest(afterManifest(NOTHING_REMEMBERED, manifest('3', '1.10')), manifest('4', '1.9', 'later'));
  expect(memory.followed).toEqual({ issued: 'later', lowest: '1.10' });
});

it('ignores an invalid stored value', () => {
  expect(understandMemory({ trial: 'x' })).toEqual(NOTHING_REMEMBERED);
  expect(understandMemory(null)).toEqual(NOTHING_REMEMBERED);
  expect(understandMemory(installed)).toEqual(installed);
});
