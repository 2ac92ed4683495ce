import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeStateFile } from './state/file.ts';
import { emptyState } from './state/machine-state.ts';
import { startDatedCloud } from './testing/dated-cloud.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { testMachine } from './testing/machines.ts';
import { eventually } from './testing/wait.ts';

const app = (display_name: string) => ({ display_name, window_title: display_name, url: 'https://mail.example/' });

/** A profile of a newer version with this app: unknown fields, values, types, and a section. */
const newer = (name: string) => ({
  version: 9,
  holograms: { enabled: true, rooms: [{ name: 'Lobby' }] },
  thinhoc: {
    sessions: { webapp: [{ ...app(name), gestures: 'all' }], hologram: [{ display_name: 'Hologram' }] },
    apps: { enabled: ['thinhoc::hologram'] },
    autostart: [{ session_type: 'hologram', session_index: 0 }],
    kiosk: { session_type: 'hologram', session_index: 0 },
    customization: { keyboard_layouts: ['FR', 'MARS'] },
  },
});
/** What the machine reports that it left out. */
const LEFT_OUT = [
  '/holograms',
  '/thinhoc/sessions/webapp/0/gestures',
  '/thinhoc/sessions/hologram',
  '/thinhoc/autostart/0',
  '/thinhoc/kiosk',
  '/thinhoc/customization/keyboard_layouts/1',
];

async function machineWith(definition: Record<string, unknown>) {
  const desired = desiredWith(definition);
  const gateway = await TestGateway.start({ desired });
  const { env } = await startDatedCloud(gateway, new Date());
  const folder = await testFolder();
  await writeStateFile(join(folder, 'state.json'), { ...emptyState, desired: { ...desired, profile: null } });
  const machine = await testMachine(folder, env);
  return { ...machine, gateway, desired };
}

test('a profile from a newer server shows what the machine knows of it, and the machine reports the rest', async () => {
  const { page, front, call, gateway, desired } = await machineWith(newer('Mail'));
  const isShown = async (name: string): Promise<void> => {
    expect(await front()).toBe('Berth');
    const { path, text } = await page();
    expect(path).toBe('/session/local');
    expect(text).toContain(name);
    expect(text).not.toContain('Hologram');
  };
  await eventually(() => isShown('Mail'));
  expect((await call('get_keyboard', {})).layouts).toEqual(['FR']);
  await eventually(() => {
    const said = gateway.of('report').at(-1)?.reported.applyError ?? '';
    expect(LEFT_OUT.filter((each) => !said.includes(each))).toEqual([]);
  });

  // It follows the next change, too.
  const { id, name } = desired.profile ?? expect.unreachable();
  gateway.send({
    type: 'desired',
    desired: { ...desired, profile: { id, name, revision: 2, definition: newer('Post') } },
  });
  await eventually(() => isShown('Post'));
});

test('with a login mode that it does not know, a machine asks for a login', async () => {
  const { page, call, gateway } = await machineWith({
    system: { auth: { mode: 'badge-login', 'auto-login-timeout': 1 } },
    thinhoc: { sessions: { webapp: [app('Mail')] } },
  });
  await eventually(() => {
    expect(gateway.of('report').at(-1)?.reported.applyError).toContain('/system/auth/mode');
  });
  await eventually(async () => expect((await page()).path).toBe('/greeter'));
  expect(await call('get_login', {})).toMatchObject({ user: null, automaticAfter: null });
});
