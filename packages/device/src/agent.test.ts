import { CLOSE } from '@berth/contract/device/messages';
import type { CommandId } from '@berth/contract/ids';
import { expect, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { eventually } from './testing/wait.ts';

const FIRST = '11111111-1111-4111-8111-111111111111' as CommandId;
const SECOND = '22222222-2222-4222-8222-222222222222' as CommandId;
const MAIL = { display_name: 'Mail', url: 'https://mail.example/' };

test('shows, stores, and reports a profile change from the cloud', async () => {
  const folder = await testFolder();
  const desired = desiredWith(webapps(MAIL));
  const gateway = await TestGateway.start({ desired });
  const { call } = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));

  const next = {
    ...desired,
    profile: { ...desired.profile, revision: 2, definition: webapps({ ...MAIL, display_name: 'Post' }) },
  };
  gateway.send({ type: 'desired', desired: next as typeof desired });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(2));
  const shown = await call('load_profile', {});
  expect(shown).toMatchObject({
    revision: 2,
    definition: { thinhoc: { sessions: { webapp: [{ display_name: 'Post' }] } } },
  });
  expect(await call('load_machine_config', {})).toMatchObject({ firstboot: false, organization_name: 'Company' });
});

test('shows its last good profile at boot without the cloud', async () => {
  const folder = await testFolder();
  const gateway = await TestGateway.start({ desired: desiredWith(webapps(MAIL)) });
  const before = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report')).toHaveLength(1));
  await before.agent.stop();
  await gateway.stop();

  const { call } = await testAgent({ folder, gateway: gateway.address });
  expect(await call('load_profile', {})).toMatchObject({
    name: 'Office',
    definition: {
      thinhoc: { sessions: { webapp: [{ display_name: 'Mail' }] }, customization: { color_primary: '#595959' } },
    },
  });
  await eventually(async () => expect((await call('get_online_status', {})).cloud).toBe('error'));
});

test('applies the known parts of a newer profile version and reports the rest', async () => {
  const definition = {
    version: 9,
    hologram: { enabled: true },
    thinhoc: {
      sessions: { webapp: [{ ...MAIL, window_title: 'Mail', gestures: 'all' }] },
      screensaver: { show_after: 'never' },
    },
  };
  const gateway = await TestGateway.start({ desired: desiredWith(definition) });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(() => expect(gateway.of('report')).toHaveLength(1));
  const applyError = gateway.of('report')[0]?.reported.applyError;
  expect(applyError).toContain('/hologram');
  expect(applyError).toContain('/thinhoc/sessions/webapp/0/gestures');
  expect(applyError).toContain('/thinhoc/screensaver/show_after');
  expect(await call('load_profile', {})).toMatchObject({
    definition: { thinhoc: { sessions: { webapp: [{ display_name: 'Mail' }] }, screensaver: { show_after: 1800 } } },
  });
});

test('does not register the machine’s own phone account without a gateway, and reports that', async () => {
  const sip = { enabled: true, user: 'room', auth_pass: 'hush', display_name: '', gateway: '' };
  const thinhoc = { apps: { enabled: ['thinhoc::sip-client'] }, sip: { enabled: true, gateway: 'changed.example' } };
  const context = { machine: { flex: { sip } } };
  const desired = { ...desiredWith({ thinhoc }), deployment: 'flex' as const, context };
  const gateway = await TestGateway.start({ desired });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(() => expect(gateway.of('report')).toHaveLength(1));
  expect(gateway.of('report')[0]?.reported.applyError).toContain('/machine/flex/sip/gateway');
  expect(await call('get_calls', {})).toMatchObject({ accounts: [] });
});

test('the page gets no secrets except the guest network that it shows', async () => {
  const definition = {
    system: { network: { wifi: { client: { use_system_settings: false, ssid: 'staff', password: 'staff-secret' } } } },
    thinhoc: {
      sip: { enabled: true, accounts: [{ user: 'anna', auth_pass: 'sip-secret' }] },
      customization: { wifi_hint: { ssid: 'guests', password: 'for-everybody' } },
    },
  };
  const gateway = await TestGateway.start({ desired: desiredWith(definition) });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(async () => expect(await call('load_profile', {})).not.toBeNull());
  const text = JSON.stringify(await call('load_profile', {}));
  expect(text).toContain('for-everybody');
  expect(text).not.toContain('staff-secret');
  expect(text).not.toContain('sip-secret');
});

test('accepts a command before it runs, and runs it once even across a restart', async () => {
  const folder = await testFolder();
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const first = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(first.agent.linkState).toBe('online'));
  const reboot = { id: FIRST, command: 'reboot', payload: {} } as const;
  gateway.command(reboot);
  gateway.command(reboot);
  await eventually(() => expect(gateway.of('result').length).toBeGreaterThan(0));
  expect(first.power.orders).toEqual(['reboot']);
  const order = gateway.received.map(({ type }) => type).filter((type) => type === 'accepted' || type === 'result');
  expect(order.indexOf('accepted')).toBeLessThan(order.indexOf('result'));
  await first.agent.stop();

  // Without a confirmation the result is sent again, also when the command is repeated.
  gateway.received.length = 0;
  const second = await testAgent({ folder, gateway: gateway.address, bootId: 'boot-2' });
  const result = { type: 'result', id: FIRST, ok: true, output: '' };
  await eventually(() => expect(gateway.of('result')).toEqual([result]));
  gateway.command(reboot);
  await eventually(() => expect(gateway.of('result')).toEqual([result, result]));
  expect(second.power.orders).toEqual([]);
});

test('reports unsupported commands and skips expired ones', async () => {
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const { agent, power, call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(() => expect(agent.linkState).toBe('online'));
  gateway.command({ id: FIRST, command: 'power-off', payload: {}, expiresInMs: 0 });
  gateway.command({ id: SECOND, command: 'shell', payload: { command: 'id' } });
  await eventually(() => expect(gateway.of('result')).toHaveLength(1));
  expect(gateway.of('result')[0]).toMatchObject({ id: SECOND, ok: false });
  expect(power.orders).toEqual([]);
  expect(await call('list_sessions', {})).toEqual([]);
});

test('a machine removed from its organization returns to first boot and forgets its state', async () => {
  const folder = await testFolder();
  const gateway = await TestGateway.start({ desired: desiredWith(webapps(MAIL)) });
  const { agent, call } = await testAgent({ folder, gateway: gateway.address });
  await eventually(async () => expect((await call('load_machine_config', {})).firstboot).toBe(false));
  gateway.answer = { close: CLOSE.notRegistered };
  gateway.close(CLOSE.removed);
  await eventually(() => expect(agent.linkState).toBe('unregistered'));
  expect(await call('load_machine_config', {})).toMatchObject({ firstboot: true, current_profile_id: null });
  expect(await call('load_profile', {})).toBeNull();

  // After it registers again, the wizard requests the desired state, which is there when the call returns.
  gateway.answer = { desired: desiredWith(webapps(MAIL)) };
  await call('apply_profile', {});
  expect(await call('load_machine_config', {})).toMatchObject({ firstboot: false });
});
