import type { InstalledSystem } from '@berth/contract/device/os-manifest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeSystem } from './system/fake/index.ts';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { playedDesktop } from './testing/played-desktop.ts';
import { eventually } from './testing/wait.ts';

const INSTALLED = {
  kind: 'image',
  version: '1.2',
  channel: 'stable',
  proved: true,
  next: null,
  failed: [],
} as const satisfies InstalledSystem;

const MINUTE_MS = 60_000;

test('a version proves itself on a machine in kiosk mode, which shows no home screen', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const prove = vi.fn(async () => {});
  const image = { system: () => ({ ...INSTALLED, failed: [] }), newlyFailed: null, prove };
  const kiosk = { session_type: 'webapp', session_index: 0 };
  const { thinhoc } = webapps({ display_name: 'Menu', url: 'https://menu.example/' });
  const gateway = await TestGateway.start({ desired: desiredWith({ thinhoc: { ...thinhoc, kiosk } }) });
  const running = { ...image, recoveryKey: async () => null, keysOrder: () => null };
  const system = { image: running, desktop: { open: async () => playedDesktop(), clear: async () => {} } };
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address, system });
  await eventually(async () => expect(await call('list_sessions', {})).toMatchObject([{ state: 'open' }]));
  await eventually(async () => {
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(prove).toHaveBeenCalledOnce();
  }, 5_000);
});

test('reports the version that its profile names, also while it runs that one', async () => {
  const { machine } = fakeSystem();
  const image = {
    system: () => ({ ...INSTALLED, failed: [] }),
    newlyFailed: null,
    prove: async () => {},
    recoveryKey: async () => null,
    keysOrder: () => null,
  };
  const facts = { ...machine, hardware: () => ({ ...machine.hardware(), system: image.system() }) };
  const desired = desiredWith({ system: { updates: { version: '1.2' } } });
  const gateway = await TestGateway.start({ desired });
  await testAgent({ folder: await testFolder(), gateway: gateway.address, facts, system: { image } });
  const reported = () => gateway.of('report').at(-1)?.reported.hardware?.system;
  await eventually(() => expect(reported()).toEqual({ ...INSTALLED, named: '1.2' }));
  const { id, name } = desired.profile ?? expect.unreachable();
  const definition = { system: { updates: { version: '1.3', from: '00:00', until: '00:01' } } };
  gateway.send({ type: 'desired', desired: { ...desired, profile: { id, name, revision: 2, definition } } });
  await eventually(() => expect(reported()).toMatchObject({ named: '1.3', wanted: { version: '1.3' } }));
  const unnamed = { id, name, revision: 3, definition: {} };
  gateway.send({ type: 'desired', desired: { ...desired, profile: unnamed } });
  await eventually(() => expect(reported()).toEqual(INSTALLED));
});
