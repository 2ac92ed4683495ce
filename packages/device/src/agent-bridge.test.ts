import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientConfig } from '@berth/contract/api/service';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { fakeSystem } from './system/fake/index.ts';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { hearBridge } from './testing/pages.ts';
import { eventually } from './testing/wait.ts';

/** Logs in automatically and lets any user open its settings. */
const EVERYBODY = { mode: 'auto-login', 'auto-login-timeout': 1, settings_access: { who: 'everybody' } };

const MAIL = { display_name: 'Mail', url: 'https://mail.example/' };

/** An agent whose cloud returns this client configuration. */
async function agentOf(said: Partial<ClientConfig>) {
  const here = 'http://127.0.0.1:9';
  const known = { apiBase: `${here}/api`, identity: { authority: `${here}/oidc` }, signaling: [], ...said };
  const config = { known: known as unknown as ClientConfig, load: async () => config.known, forget: () => {} };
  const cloud = { server: new URL('http://127.0.0.1:9'), config };
  return testAgent({ folder: await testFolder(), overrides: { cloud } });
}

test('a new machine has an ID, is at first boot, vanilla, without profile or organization', async () => {
  const { call } = await testAgent({ folder: await testFolder() });
  const id = await call('get_machine_id', {});
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(await call('load_machine_config', {})).toMatchObject({
    machine_id: id,
    firstboot: true,
    testflight: false,
    deployment: 'vanilla',
    current_profile_id: null,
    organization_id: null,
  });
  expect(await call('load_profile', {})).toBeNull();
  expect(await call('load_user_config', {})).toEqual({ last_machine_id: id, testflight: false });
});

test('notifies the page within seconds that the machine needs a reboot', async () => {
  const { knobs, machine } = fakeSystem();
  const { events } = await testAgent({ folder: await testFolder(), facts: machine });
  const heard = await hearBridge(events.find((event) => event.event === 'bridge')?.url ?? '');
  const said = (status: string) => ({ section: 'machine-status', value: { status, message: '' } });
  await eventually(() => expect(heard).toContainEqual(said('normal')));
  knobs.rebootNeeded = true;
  await eventually(() => expect(heard).toContainEqual(said('reboot-needed')), 10_000);
});

test('a registered machine reports organization, variant, profile, and context but no password', async () => {
  const flex = {
    calendar_integration: { username: 'room', password: 'lobby' },
    sip: { enabled: true, display_name: 'Room', gateway: 'sip.example.org', user: 'room', auth_pass: 'counter' },
  };
  const desired = { ...desiredWith(webapps(MAIL)), deployment: 'flex' as const, context: { machine: { flex } } };
  const gateway = await TestGateway.start({ desired });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(async () => expect((await call('load_machine_config', {})).firstboot).toBe(false));
  expect(await call('load_machine_config', {})).toMatchObject({
    deployment: 'flex',
    current_profile_id: desired.profile?.id,
    organization_id: desired.organizationId,
  });
  expect(await call('load_profile', {})).toMatchObject({ id: desired.profile?.id, name: 'Office', revision: 1 });
  expect(await call('load_machine_context', {})).toMatchObject({
    machine: {
      flex: {
        calendar_integration: { username: 'room', password: '' },
        sip: { enabled: true, gateway: 'sip.example.org', user: 'room', auth_pass: '' },
      },
      smartconference: { sip: { enabled: false } },
    },
  });
});

test.each([
  ['beta', true],
  ['release', false],
] as const)('on the channel %s machine and user config say testflight %s', async (releaseChannel, testflight) => {
  const { call } = await agentOf({ releaseChannel });
  expect(await call('get_release_channel', {})).toBe(releaseChannel);
  expect(await call('load_machine_config', {})).toMatchObject({ testflight });
  expect(await call('load_user_config', {})).toMatchObject({ testflight });
});

test('the page reports errors to the service that the cloud names', async () => {
  const dsn = 'https://key@reports.example/7';
  const told = await agentOf({ errorReporting: { dsn } });
  expect(await told.call('get_error_reporting', {})).toEqual({ dsn, version: expect.any(String) });
  const page = await fetch(told.events.find((event) => event.event === 'bridge')?.url ?? '');
  expect(page.headers.get('content-security-policy')).toMatch(/connect-src [^;]* https:\/\/reports\.example;/);
  const untold = await agentOf({ errorReporting: null });
  expect(await untold.call('get_error_reporting', {})).toBeNull();
});

test("the API's address is what the cloud says, else the server's own, and none without a cloud", async () => {
  const said = await agentOf({ apiBase: 'https://api.company.example/v1' });
  expect(await said.call('get_api_base', {})).toBe('https://api.company.example/v1');
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const quiet = await testAgent({
    folder: await testFolder(),
    gateway: gateway.address,
    server: new URL('https://company.example'),
  });
  expect(await quiet.call('get_api_base', {})).toBe('https://company.example/api');
  const alone = await testAgent({ folder: await testFolder() });
  expect(await alone.call('get_api_base', {})).toBeNull();
});

test('returns the ID with a token over a fresh nonce of the cloud', async () => {
  const cloud = createServer((_request, reply) => {
    reply.setHeader('content-type', 'application/json').end('{"nonce":"of-today","expiresInSeconds":60}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void cloud.close());
  await new Promise((resolve) => cloud.once('listening', resolve));
  const { port } = cloud.address() as AddressInfo;
  const { call } = await agentOf({ apiBase: `http://127.0.0.1:${port}/api` });
  const { id, machineToken } = await call('get_machine_id_and_token', {});
  expect(id).toBe(await call('get_machine_id', {}));
  expect(decodeJwt(machineToken)).toMatchObject({ sub: id, nonce: 'of-today' });
});

test('apply_profile fetches the desired state now', async () => {
  const desired = desiredWith(webapps(MAIL));
  const gateway = await TestGateway.start({ desired });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  gateway.answer = { desired: { ...desired, profile: { ...desired.profile, revision: 2 } as typeof desired.profile } };
  await call('apply_profile', {});
  await eventually(async () => expect((await call('load_profile', {}))?.revision).toBe(2));
});

test('boards are unavailable while the whiteboard app is off', async () => {
  const apps = (enabled: readonly string[], instances = {}) =>
    desiredWith({ thinhoc: { apps: { enabled, instances } } });
  const whiteboard = 'thinhoc::whiteboard';
  const folder = await testFolder();
  const gateway = await TestGateway.start({ desired: apps([whiteboard]) });
  const { call } = await testAgent({ folder, gateway: gateway.address });
  const id = randomUUID();
  await eventually(() => call('save_board', { id, name: 'Plan', content: '{}' }));
  for (const off of [apps([]), apps([whiteboard], { [whiteboard]: { enabled: false } })]) {
    gateway.send({ type: 'desired', desired: off });
    await eventually(async () => expect((await call('load_profile', {}))?.id).toBe(off.profile?.id));
    const refused = 'This machine has no whiteboard.';
    await expect(call('list_boards', {})).rejects.toThrow(refused);
    await expect(call('load_board', { id })).rejects.toThrow(refused);
    await expect(call('save_board', { id, name: 'Plan', content: '{"a":1}' })).rejects.toThrow(refused);
    await expect(call('delete_board', { id })).rejects.toThrow(refused);
  }
  gateway.send({ type: 'desired', desired: apps([whiteboard]) });
  await eventually(async () => expect(await call('list_boards', {})).toMatchObject([{ id, name: 'Plan' }]));
});

test('a time zone chosen at the machine applies at once and is reported', async () => {
  const gateway = await TestGateway.start({ desired: desiredWith({ system: { auth: EVERYBODY } }) });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(async () => expect((await call('load_machine_config', {})).firstboot).toBe(false));
  await eventually(async () => expect(await call('get_settings_access', {})).toMatchObject({ open: true }));
  await call('set_time_zone', { zone: 'Asia/Kathmandu' });
  expect(await call('get_time_zone', {})).toEqual({ zone: 'Asia/Kathmandu', fixed: false });
  expect((await call('load_machine_config', {})).time_zone).toBe('Asia/Kathmandu');
  await eventually(() =>
    expect(gateway.of('report').at(-1)).toMatchObject({ reported: { timeZone: 'Asia/Kathmandu' } }),
  );
  await expect(call('set_time_zone', { zone: 'Europe/Atlantis' })).rejects.toThrow('no time zone Europe/Atlantis');
});

test('the profile’s time zone wins; closed settings keep the machine’s own', async () => {
  const definition = { system: { auth: EVERYBODY, clock: { time_zone: 'Asia/Kathmandu' } } };
  const gateway = await TestGateway.start({ desired: desiredWith(definition) });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address });
  await eventually(async () =>
    expect(await call('get_time_zone', {})).toEqual({ zone: 'Asia/Kathmandu', fixed: true }),
  );
  await eventually(async () => expect(await call('get_settings_access', {})).toMatchObject({ open: true }));
  await expect(call('set_time_zone', { zone: 'Europe/Berlin' })).rejects.toThrow('profile sets the time zone');

  const closed = await TestGateway.start({ desired: desiredWith({}) });
  const other = await testAgent({ folder: await testFolder(), gateway: closed.address });
  await eventually(async () => expect((await other.call('load_machine_config', {})).firstboot).toBe(false));
  await expect(other.call('set_time_zone', { zone: 'Europe/Berlin' })).rejects.toThrow('not open');
});
