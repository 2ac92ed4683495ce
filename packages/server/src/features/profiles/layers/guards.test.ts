import { createApiKey } from '@berth/contract/api/api-keys';
import { listDefinitionValues, previewLayers } from '@berth/contract/api/impact';
import { changeLayer, createLayer, deleteLayer, readMachineDefinition, restoreLayer } from '@berth/contract/api/layers';
import { changeSwitches } from '@berth/contract/api/organization-settings';
import { changeProfile } from '@berth/contract/api/profiles';
import { readList } from '@berth/contract/as-code/state';
import { LAYERS_MAX } from '@berth/contract/limits';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { describe, expect, it } from 'vitest';
import { addMachine, addManyMachines, addMember, createTenant, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

const draft = (definition: object, more: object = {}) => ({
  scope: 'organization' as const,
  off: [],
  locks: [],
  ...more,
  definition: { ...definition },
});

function add({ owner, organizationId }: Tenant, definition: object, more: object = {}, token = owner.token) {
  const body = { name: `Layer ${Math.random()}`, ...draft(definition, more) };
  return server.call(createLayer, { params: { orgId: organizationId }, token, body });
}

function setProfile({ owner, profileId }: Tenant, definition: Record<string, unknown>) {
  return server.call(changeProfile, { params: { id: profileId }, token: owner.token, body: { definition } });
}

/** An API key that may only change profiles. */
async function profileKey({ owner, organizationId: id }: Tenant) {
  const body = { name: 'Profiles', scopes: ['profile.read' as const, 'profile.write' as const], expiresAt: null };
  return (await server.call(createApiKey, { params: { id }, token: owner.token, body })).reply.key;
}

describe('secrets in layers', () => {
  it('are masked in every value that a viewer can list, for any section', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const accounts = [{ user: 'anna', auth_pass: 'phone-secret', gateway: 'sip.example' }];
    const client = { use_system_settings: false, ssid: 'Lobby', password: 'wifi-secret' };
    await add(tenant, { thinhoc: { sip: { accounts } }, system: { network: { wifi: { client } } } });
    const { token } = await addMember(server, tenant, 'viewer');
    const params = { orgId: tenant.organizationId };
    const sections = ['/system', '/system/network/wifi', 'network.wifi.client', '/thinhoc/sip', 'sip.accounts'];
    for (const path of [...sections, 'sip.accounts.anna', 'sip.accounts.anna.auth_pass']) {
      const { reply } = await server.call(listDefinitionValues, { params, token, query: { path } });
      const text = JSON.stringify(reply);
      expect(text).toContain(SECRET_MASK);
      expect(text).not.toMatch(/phone-secret|wifi-secret/);
    }
    const why = await server.call(readMachineDefinition, { params: { id: machine.id }, token, query: { why: true } });
    expect(JSON.stringify(why.reply)).not.toMatch(/phone-secret|wifi-secret/);
  });

  it('do not move to an entry whose name equals another entry’s numbered name', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const anna = { user: 'anna', gateway: 'sip.example' };
    await setProfile(tenant, { thinhoc: { sip: { accounts: [{ ...anna, auth_pass: 'phone-secret' }] } } });
    const accounts = [
      { user: 'ANNA', gateway: 'first.example' },
      { ...anna, auth_pass: SECRET_MASK },
      { user: 'anna#2', gateway: 'elsewhere.example' },
    ];
    expect((await setProfile(tenant, { thinhoc: { sip: { accounts } } })).status).toBe(200);
    await add(tenant, { thinhoc: { customization: { color_primary: '#111111' } } });
    const link = await machine.connect(server.url);
    const { desired } = await link.next('welcome');
    const shown = JSON.parse(JSON.stringify(desired.profile?.definition)).thinhoc.sip.accounts;
    expect(shown).toMatchObject([accounts[0], { ...anna, auth_pass: 'phone-secret' }, accounts[2]]);
    expect(shown[2]).not.toHaveProperty('auth_pass');
    await link.close();
  });
});

describe('a shell button in a layer', () => {
  const button = (command: string) => {
    const action = { type: 'system', system: { action: 'shell', arguments: ['echo', command] } };
    const widget = { type: 'button', button: { text: 'Run', action } };
    return { id: 'run', x: 0, y: 0, w: 1, h: 1, widget };
  };
  const layouts = (...layout: object[]) => ({
    thinhoc: { customization: { dashboard: { layouts: [{ name: 'First', layout }] } } },
  });
  const allow = ({ owner, organizationId: id }: Tenant, shellCommands: boolean) =>
    server.call(changeSwitches, { params: { id }, token: owner.token, body: { shellCommands } });

  it('requires the permission and the organization’s setting, however it is saved', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const key = await profileKey(tenant);
    await allow(tenant, true);
    const refused = await add(tenant, layouts(button('one')), {}, key);
    expect(refused.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('machine.shell') });

    const { reply } = await add(tenant, layouts(button('one')));
    const params = { orgId: tenant.organizationId, layerId: reply.id };
    const body = { name: 'Buttons', off: [], locks: [] };
    await server.call(changeLayer, { params, token, body: { ...body, definition: layouts() } });
    const restored = await server.call(restoreLayer, { params: { ...params, revision: 1 }, token: key });
    expect(restored.error.code).toBe('forbidden');
    await allow(tenant, false);
    const changed = { params, token, body: { ...body, definition: layouts(button('two')) } };
    expect((await server.call(changeLayer, changed)).error.code).toBe('shell-not-allowed');
    expect((await add(tenant, layouts(button('one')))).error.code).toBe('shell-not-allowed');
  });

  it('runs its own command when pressed, not that of the profile’s button at the same place', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await allow(tenant, true);
    await setProfile(tenant, layouts(button('profile')));
    await add(tenant, layouts(button('layer')), { scope: 'machine', machineId: machine.id });
    const link = await machine.connect(server.url);
    const { profile } = (await link.next('welcome')).desired;
    if (!profile?.digest) throw new Error('the machine has a profile with a layer');
    const { id: profileId, revision, digest } = profile;
    const place = { layout: 0, item: 'run', profileId, revision };
    link.send({ type: 'press', id: 'p1', ...place });
    expect(await link.next('press-refused')).toMatchObject({ id: 'p1', code: 'revision-conflict' });
    link.send({ type: 'press', id: 'p2', ...place, digest });
    expect(await link.next('command')).toMatchObject({ payload: { command: "'echo' 'layer'", press: 'p2' } });
    await link.close();
  });

  it('can be moved by a layer that does not contain its command', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await allow(tenant, true);
    await setProfile(tenant, layouts(button('profile')));
    await allow(tenant, false);
    expect((await add(tenant, layouts({ id: 'run', x: 2 }), { scope: 'tag', tag: 'wide' })).status).toBe(201);
    const machineId = machine.id;
    const moved = await add(tenant, layouts({ id: 'run', x: 1 }), { scope: 'machine', machineId });
    expect(moved.status).toBe(201);
    const token = tenant.owner.token;
    const { reply } = await server.call(readMachineDefinition, { params: { id: machineId }, token, query: {} });
    expect(reply.definition).toMatchObject(layouts({ ...button('profile'), x: 1 }));
  });
});

describe('layers', () => {
  it('cannot lock apps, which are licensed by the profile', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await setProfile(tenant, { thinhoc: { apps: { enabled: ['thinhoc::dashboard'] } } });
    const refused = await add(tenant, {}, { locks: ['/thinhoc/apps', '/thinhoc/apps/enabled', '/version'] });
    expect(refused.error.faults?.map(({ path }) => path)).toEqual(['/locks/0', '/locks/1', '/locks/2']);
    expect((await add(tenant, {}, { locks: ['/thinhoc'] })).status).toBe(201);
    const { token } = tenant.owner;
    const { reply } = await server.call(readMachineDefinition, { params: { id: machine.id }, token, query: {} });
    expect(reply.definition).toMatchObject({ thinhoc: { apps: { enabled: ['thinhoc::dashboard'] } } });
  });

  it('have a common limit of settings, which also applies to changes', async () => {
    const tenant = await createTenant(server);
    const icon = { type: 'symbol', symbol: 'mail', symbol_color: '#FFFFFF', background_color: '#171799' };
    const apps = (name: string) =>
      Array.from({ length: 64 }, (_, at) => ({
        display_name: `${name} ${at}`,
        url: 'https://mail.example/',
        window_title: 'Mail',
        hide_app_item_icon: false,
        disablePinchToZoom: false,
        icon,
      }));
    const locks = Array.from({ length: 200 }, (_, at) => `/thinhoc/sessions/webapp/locked ${at}`);
    const large = (name: string) => ({ thinhoc: { sessions: { webapp: apps(name) } } });
    const small = await add(tenant, {});
    const saved: Awaited<ReturnType<typeof add>>[] = [];
    for (let at = 0; saved.at(-1)?.status !== 409; at += 1) saved.push(await add(tenant, large(`${at}`), { locks }));
    const used = saved.slice(0, -1).map(({ reply }) => reply.settings + reply.lockCount);
    const total = used.reduce((sum, each) => sum + each, 0);
    expect(total).toBeLessThanOrEqual(LAYERS_MAX.settings);
    expect(total).toBeGreaterThan(LAYERS_MAX.settings - 1_000);
    const token = tenant.owner.token;
    const params = { orgId: tenant.organizationId, layerId: small.reply.id };
    const body = { name: 'Small', off: [], locks, definition: large('small') };
    expect((await server.call(changeLayer, { params, token, body })).error.code).toBe('layers-too-large');
    await server.call(deleteLayer, { params: { ...params, layerId: saved[0]?.reply.id ?? small.reply.id }, token });
    expect((await server.call(changeLayer, { params, token, body })).status).toBe(200);
    const preview = await server.call(previewLayers, {
      params: { orgId: tenant.organizationId },
      token,
      body: { layer: draft(large('more'), { locks }) },
    });
    expect(preview.status).toBe(200);
  });
});

it('layers of machines are listed also behind the first thousand, as code reads them', async () => {
  const tenant = await createTenant(server);
  const { owner, organizationId } = tenant;
  await addManyMachines(server, tenant, 1_100);
  await add(tenant, {});
  await rowsOf(
    server,
    `insert into layers (organization_id, layer_id, name, scope, machine_id, position, revision, settings, locks,
       updated_by)
     select organization_id, gen_random_uuid(), 'Of ' || name, 'machine', machine_id, 0, 1, 1, 0, 'test'
     from machines where organization_id = $1`,
    [organizationId],
  );
  const lists = await readList(
    async (endpoint, sent) => (await server.call(endpoint, { ...sent, token: owner.token } as never)).reply,
    organizationId,
    'layers',
  );
  expect(new Set(lists.layers?.map(({ id }) => id)).size).toBe(1_101);
});
