import { expect, test, vi } from 'vitest';
import { FAKE_DISKS, fakeInstaller } from '../../system/fake/installer.ts';
import { silentLog } from '../../system/log.ts';
import { Installer, type InstallPlan } from './installer.ts';

const [windows, empty, small] = FAKE_DISKS.map(({ id }) => id) as [string, string, string];
const LARGEST = { disk: 'largest', replacesBerth: false, afresh: false } as const;

function stick(plan: InstallPlan | null = null, disks = FAKE_DISKS) {
  const port = fakeInstaller(disks, 1);
  const powerOff = vi.fn(async () => {});
  const onDeclined = vi.fn();
  let isTaken = false;
  const installer = new Installer({ port, plan, isTaken: () => isTaken, powerOff, onDeclined, log: silentLog });
  return { port, installer, powerOff, onDeclined, take: () => (isTaken = true) };
}
const ended = (installer: Installer) => expect.poll(() => installer.state?.phase).not.toBe('installing');

test('a machine that does not run from a stick installs nothing', async () => {
  const options = { plan: LARGEST, isTaken: () => false, powerOff: async () => {}, onDeclined: () => {} };
  const installer = new Installer({ ...options, port: null, log: silentLog });
  installer.start();
  expect(installer.state).toBeNull();
  await expect(installer.list()).rejects.toThrow('Nothing can be installed');
  await expect(installer.install(empty)).rejects.toThrow('Nothing can be installed');
});

test('lists internal disks first, the largest first, and unusable ones last', async () => {
  const list = await stick(null, FAKE_DISKS.toReversed()).installer.list();
  expect(list.map(({ id }) => id)).toEqual([windows, empty, small]);
});

test('installs on the chosen disk', async () => {
  const { installer, port, powerOff } = stick();
  expect(installer.state).toMatchObject({ phase: 'choice', unattended: false });
  await installer.install(empty);
  expect(installer.state).toMatchObject({ phase: 'installing', unattended: false });
  await ended(installer);
  expect(installer.state).toMatchObject({ phase: 'done', percent: 100 });
  expect([port.installed, powerOff.mock.calls]).toEqual([[empty], []]);
});

test('a failed installation says why and can be repeated', async () => {
  const { installer, port } = stick();
  port.failure = 'No space left';
  await installer.install(empty);
  await ended(installer);
  expect(installer.state).toMatchObject({ phase: 'failed', failure: 'No space left' });
  port.failure = null;
  await installer.install(windows);
  await ended(installer);
  expect([installer.state?.phase, port.installed]).toEqual(['done', [windows]]);
});

test.each([
  ['a disk that is too small', small],
  ['an unknown disk', 'f'.repeat(16)],
])('refuses %s', async (_, id) => {
  const { installer, port } = stick();
  await expect(installer.install(id)).rejects.toThrow('That disk cannot be used.');
  expect([installer.state?.phase, port.installed]).toEqual(['choice', []]);
});

test('refuses a second installation at the same time', async () => {
  const { installer, port } = stick();
  const results = await Promise.allSettled([installer.install(empty), installer.install(windows)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await ended(installer);
  expect(port.installed).toEqual([empty]);
});

test('a registered or used machine, and one that goes on without, is out of reach', async () => {
  const taken = stick();
  taken.take();
  expect(taken.installer.state).toBeNull();
  await expect(taken.installer.install(empty)).rejects.toThrow('Nothing can be installed');
  const trying = stick();
  trying.installer.decline();
  expect([trying.installer.state, trying.onDeclined.mock.calls.length]).toEqual([null, 1]);
  await expect(trying.installer.list()).rejects.toThrow('Nothing can be installed');
  const meant = stick('never');
  meant.installer.start();
  expect(meant.installer.state).toBeNull();
});

test('as berth.conf orders, installs on the largest internal disk and turns the computer off', async () => {
  const { installer, port, powerOff } = stick(LARGEST);
  installer.start();
  expect(installer.state).toMatchObject({ phase: 'installing', unattended: true });
  await expect.poll(() => powerOff.mock.calls.length).toBe(1);
  expect([port.installed, installer.state?.phase]).toEqual([[windows], 'done']);
});

test('an installation counts as done even where the computer does not turn off', async () => {
  const { installer, powerOff } = stick(LARGEST);
  powerOff.mockRejectedValue(new Error('systemd is missing'));
  installer.start();
  await expect.poll(() => powerOff.mock.calls.length).toBe(1);
  expect(installer.state).toMatchObject({ phase: 'done' });
});

test('installs on the disk that berth.conf names', async () => {
  const { installer, port, powerOff } = stick({
    disk: `/dev/${FAKE_DISKS[1]?.name}`,
    replacesBerth: false,
    afresh: false,
  });
  installer.start();
  await expect.poll(() => powerOff.mock.calls.length).toBe(1);
  expect(port.installed).toEqual([empty]);
});

const withBerth = FAKE_DISKS.map((disk) => ({ ...disk, content: 'berth' as const }));
test.each([
  ['berth-there', LARGEST, withBerth],
  ['no-disk', LARGEST, FAKE_DISKS.filter(({ removable }) => removable)],
  ['no-disk', { ...LARGEST, disk: '/dev/missing' }, FAKE_DISKS],
] as const)('leaves it to a person for the reason %s', async (refusal, plan, disks) => {
  const { installer, port, powerOff } = stick(plan, disks);
  installer.start();
  await ended(installer);
  expect(installer.state).toMatchObject({ phase: 'choice', refusal, unattended: false });
  expect([port.installed, powerOff.mock.calls]).toEqual([[], []]);
});

test('replaces Berth OS where berth.conf says so', async () => {
  const { installer, port } = stick({ ...LARGEST, replacesBerth: true }, withBerth);
  installer.start();
  await ended(installer);
  expect(port.installed).toEqual([windows]);
});

test('a failure of what berth.conf orders leaves the computer on, with the reason', async () => {
  const { installer, port, powerOff } = stick(LARGEST);
  port.failure = 'Input/output error';
  installer.start();
  await ended(installer);
  expect(installer.state).toMatchObject({ phase: 'failed', failure: 'Input/output error' });
  expect(powerOff).not.toHaveBeenCalled();
});

test.each([
  [false, true],
  [true, false],
])('a machine on the disk: afresh %s, kept %s', async (afresh, kept) => {
  const disks = FAKE_DISKS.map((disk) => ({ ...disk, content: 'linux' as const }));
  const byPerson = stick(null, disks);
  await byPerson.installer.install(empty, afresh);
  const byConf = stick({ ...LARGEST, afresh }, disks);
  byConf.installer.start();
  for (const { installer, port } of [byPerson, byConf]) {
    await ended(installer);
    expect(installer.state).toMatchObject({ phase: 'done', kept });
    expect(port.afresh).toHaveLength(afresh ? 1 : 0);
  }
});
