import type { Displays as DisplaysProfile } from '@berth/contract/profile/system';
import { expect, test, vi } from 'vitest';
import { Displays } from './features/displays/displays.ts';
import { openStore } from './state/store.ts';
import { silentLog } from './system/log.ts';
import type { MonitorPlan } from './system/ports/desktop.ts';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { eventually } from './testing/wait.ts';

const PROFILE: DisplaysProfile = {
  arrangement: 'mirrored',
  home_monitor: 2,
  sessions: 'beside-home',
  rotation: 'left',
  change_at_machine: true,
};

/** Two monitors that accept every plan. */
function screen() {
  const plans: MonitorPlan[] = [];
  const listeners: (() => void)[] = [];
  const monitor = { x: 0, y: 0, width: 800, height: 600 };
  return {
    plans,
    replug: () => {
      for (const listener of listeners) listener();
    },
    arrangeMonitors: async (plan: MonitorPlan) => void plans.push(plan),
    onMonitors: (listener: () => void) => void listeners.push(listener),
    monitors: async () => [monitor, monitor],
  };
}

test('arranges the monitors as in the profile, again after a cable is plugged in', async () => {
  const store = await openStore(await testFolder(), silentLog);
  const displays = new Displays({ store, log: silentLog });
  const shown = screen();
  displays.follow(PROFILE);
  await displays.attach(shown);
  const { change_at_machine: _, ...plan } = PROFILE;
  expect(shown.plans.at(-1)).toEqual(plan);
  shown.replug();
  await vi.waitFor(() => expect(shown.plans).toHaveLength(2));
});

test('a layout chosen at the machine overrides the profile until the profile forbids it', async () => {
  const folder = await testFolder();
  const store = await openStore(folder, silentLog);
  const displays = new Displays({ store, log: silentLog });
  const shown = screen();
  displays.follow(PROFILE);
  await displays.attach(shown);
  await displays.change({ rotation: 'right' });
  expect(shown.plans.at(-1)).toMatchObject({ arrangement: 'mirrored', rotation: 'right' });
  displays.follow({ ...PROFILE, change_at_machine: false });
  await vi.waitFor(() => expect(shown.plans.at(-1)).toMatchObject({ rotation: 'left' }));
  expect(await displays.state()).toMatchObject({ rotation: 'left', fixed: true });
});

test('the page changes the monitors only with open settings, and never what the profile sets', async () => {
  const definition = (change_at_machine: boolean, who: string) => ({
    system: { displays: { change_at_machine }, auth: { settings_access: { who } } },
  });
  const gateway = await TestGateway.start({ desired: desiredWith(definition(true, 'everybody')) });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(() => call('change_displays', { rotation: 'inverted' }));
  expect(await call('get_displays', {})).toMatchObject({ rotation: 'inverted', fixed: false });
  gateway.send({ type: 'desired', desired: desiredWith(definition(false, 'everybody'), { revision: 2 }) });
  await eventually(() => expect(call('change_displays', { rotation: 'left' })).rejects.toThrow('profile sets'));
});
