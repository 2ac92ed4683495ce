import type { OsUpdates } from '@berth/contract/profile/system';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../system/log.ts';
import type { InstalledImage, InstallOptions } from '../../system/ports/machine.ts';
import { isWithin, WantedVersion } from './wanted-version.ts';

const NIGHT = '2026-11-25T03:00:00';
const NOON = '2026-11-25T12:00:00';
const PROFILE: OsUpdates = { version: '3', any_time: false, from: '02:00', until: '05:00', download_limit: 0 };
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A machine with version 2 at this local time; `end` ends its download, optionally with an error. */
function machine(at: string, change: Partial<InstalledImage> = {}) {
  let image: InstalledImage = {
    kind: 'image',
    version: '2',
    channel: 'stable',
    proved: true,
    next: null,
    failed: [],
    ...change,
  };
  let now = new Date(at);
  let end: (error?: Error) => void = () => {};
  const installs: InstallOptions[] = [];
  let reboots = 0;
  let keys: 'restart' | 'refused' | null = null;
  const wanted = new WantedVersion({
    image: {
      system: () => image,
      newlyFailed: null,
      prove: async () => {},
      recoveryKey: async () => null,
      keysOrder: () => keys,
    },
    updates: {
      install: (_onProgress, options = {}) =>
        new Promise((resolve, reject) => {
          installs.push(options);
          options.signal?.addEventListener('abort', () => reject(new Error('ended')));
          end = (error) => {
            if (error) return reject(error);
            image = { ...image, next: options.version ?? null };
            resolve('');
          };
        }),
    },
    reboot: async () => {
      reboots += 1;
    },
    setUpdating: () => {},
    onChange: () => {},
    log: silentLog,
    now: () => now,
  });
  onTestFinished(() => wanted.stop());
  return {
    wanted,
    installs,
    get reboots() {
      return reboots;
    },
    hasKeysOrder: (order: typeof keys) => {
      keys = order;
      wanted.check();
    },
    goTo: (time: string) => {
      now = new Date(time);
      wanted.check();
    },
    end: async (error?: Error) => {
      end(error);
      await settled();
    },
  };
}

test('waits for the window, installs, and reboots in it', async () => {
  const it = machine(NOON);
  it.wanted.follow({ ...PROFILE, download_limit: 8 });
  expect([it.wanted.state, it.installs]).toEqual([{ version: '3', state: 'window' }, []]);
  it.goTo(NIGHT);
  expect(it.installs).toMatchObject([{ version: '3', bytesPerSecond: 1_000_000 }]);
  expect([it.wanted.state, it.reboots]).toEqual([{ version: '3', state: 'updating' }, 0]);
  await it.end();
  expect(it.reboots).toBe(1);
});

test('stops a download when the window closes, and neither reboots nor continues before the next window', async () => {
  const it = machine(NIGHT);
  it.wanted.follow(PROFILE);
  it.goTo(NOON);
  await settled();
  expect(it.installs[0]?.signal?.aborted).toBe(true);
  expect([it.wanted.state, it.installs.length, it.reboots]).toEqual([{ version: '3', state: 'window' }, 1, 0]);
  it.goTo(NIGHT);
  expect(it.installs).toHaveLength(2);
});

test('with any_time, downloads now and does not reboot', async () => {
  const it = machine(NOON);
  it.wanted.follow({ ...PROFILE, any_time: true });
  await it.end();
  expect([it.installs.length, it.reboots]).toEqual([1, 0]);
});

test('reports why a version was refused and retries it later', async () => {
  const it = machine(NIGHT);
  it.wanted.follow(PROFILE);
  await it.end(new Error('Version 3 expired.'));
  expect(it.wanted.state).toEqual({ version: '3', state: 'refused', message: 'Version 3 expired.' });
  it.goTo('2026-11-25T03:10:00');
  expect(it.installs).toHaveLength(1);
  it.goTo('2026-11-25T03:20:00');
  expect(it.installs).toHaveLength(2);
});

test('never retries a version that failed on this machine', () => {
  const it = machine(NIGHT, { failed: [{ version: '3', reason: 'no-boot', at: '2026-11-24T12:00:00Z' }] });
  it.wanted.follow(PROFILE);
  expect(it.installs).toEqual([]);
  expect(it.wanted.failure).toBe('Berth OS 3 failed on this machine: no-boot');
});

test('ignores an older version, and a machine without a profile or an image', () => {
  const it = machine(NIGHT);
  it.wanted.follow({ ...PROFILE, version: '1' });
  it.wanted.follow({ any_time: true, from: '02:00', until: '05:00', download_limit: 0 });
  it.wanted.follow(undefined);
  expect([it.installs, it.wanted.state, it.wanted.failure]).toEqual([[], undefined, null]);
});

test('a new wanted version aborts the download of the previous one', async () => {
  const it = machine(NIGHT);
  it.wanted.follow(PROFILE);
  it.wanted.follow({ ...PROFILE, version: '4' });
  await settled();
  expect(it.installs.map(({ version, signal }) => [version, signal?.aborted])).toEqual([
    ['3', true],
    ['4', false],
  ]);
});

test.each([
  ['02:00', '05:00', '02:00', true],
  ['02:00', '05:00', '05:00', false],
  ['22:30', '04:00', '23:00', true],
  ['22:30', '04:00', '03:59', true],
  ['22:30', '04:00', '12:00', false],
  ['00:00', '00:00', '12:00', true],
])('from %s until %s, %s is within: %s', (from, until, at, expected) => {
  expect(isWithin(new Date(`2026-11-25T${at}:00`), from, until)).toBe(expected);
});

test('reboots in the window to replace the firmware’s keys, before it installs anything', async () => {
  const it = machine(NOON);
  it.wanted.follow(PROFILE);
  it.hasKeysOrder('restart');
  expect(it.reboots).toBe(0);
  it.goTo(NIGHT);
  expect([it.reboots, it.installs]).toEqual([1, []]);
  it.hasKeysOrder('refused');
  expect([it.reboots, it.installs.length]).toEqual([1, 1]);
});

test('leaves the reboot for the firmware’s keys to others without a window', () => {
  const it = machine(NIGHT, { version: '3' });
  it.wanted.follow({ ...PROFILE, any_time: true });
  it.hasKeysOrder('restart');
  expect(it.reboots).toBe(0);
});
