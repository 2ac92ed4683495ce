import { listDefinitionValues, listProfileSources, previewLayers } from '@berth/contract/api/impact';
import {
  changeLayer,
  createLayer,
  deleteLayer,
  listLayerRevisions,
  listLayers,
  orderLayers,
  readLayer,
  readMachineDefinition,
  restoreLayer,
} from '@berth/contract/api/layers';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { listOrganizationMachines, readMachine } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import { REPORTED } from '../../../testing/machine.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

const COLOR = '/thinhoc/customization/color_primary';
const color = (color_primary: string) => ({ thinhoc: { customization: { color_primary } } });
const mail = { display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example.org/' };
const webapps = (...webapp: object[]) => ({ thinhoc: { sessions: { webapp } } });

interface Wanted {
  readonly name?: string;
  readonly scope?: 'organization' | 'tag' | 'machine';
  readonly tag?: string;
  readonly machineId?: Awaited<ReturnType<typeof addMachine>>['id'];
  readonly off?: string[];
  readonly locks?: string[];
}

async function addLayer({ owner, organizationId }: Tenant, definition: Record<string, unknown>, wanted: Wanted = {}) {
  const body = {
    name: `Layer ${Math.random()}`,
    scope: 'organization' as const,
    off: [],
    locks: [],
    ...wanted,
    definition,
  };
  return server.call(createLayer, { params: { orgId: organizationId }, token: owner.token, body });
}

function shown({ owner }: Tenant, id: Awaited<ReturnType<typeof addMachine>>['id'], path?: string) {
  const query = path === undefined ? {} : { path };
  return server.call(readMachineDefinition, { params: { id }, query, token: owner.token });
}

async function setProfile({ owner, profileId }: Tenant, definition: Record<string, unknown>) {
  await server.call(changeProfile, { params: { id: profileId }, token: owner.token, body: { definition } });
}

async function tag({ owner }: Tenant, id: Awaited<ReturnType<typeof addMachine>>['id'], ...tags: string[]) {
  return server.call(tagMachine, { params: { id }, token: owner.token, body: { tags } });
}

describe('the layers of a machine', () => {
  it('reach it immediately, and a lock overrides the profile', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await setProfile(tenant, color('#222222'));
    const link = await machine.connect(server.url);
    const welcome = await link.next('welcome');
    expect(welcome.desired.profile?.definition).toMatchObject(color('#222222'));

    const { status, reply: layer } = await addLayer(tenant, color('#111111'), { name: 'Brand', locks: [COLOR] });
    expect(status).toBe(201);
    const { desired } = await link.next('desired');
    expect(desired.profile).toMatchObject({ id: tenant.profileId, definition: color('#111111') });
    expect(desired.profile?.digest).toBeTruthy();

    await setProfile(tenant, color('#333333'));
    expect((await link.next('desired')).desired.profile?.definition).toMatchObject(color('#111111'));
    const key = { orgId: tenant.organizationId, layerId: layer.id };
    expect((await server.call(deleteLayer, { params: key, token: tenant.owner.token })).status).toBe(204);
    const after = (await link.next('desired')).desired.profile;
    expect(after?.definition).toMatchObject(color('#333333'));
    expect(after).not.toHaveProperty('digest');
    await link.close();
  });

  it('count as shown once the machine reports them, and the machine is outdated until then', async () => {
    const tenant = await createTenant(server);
    const { id, connect } = await addMachine(server, tenant);
    const { token } = tenant.owner;
    const state = async () => {
      const { reply } = await server.call(readMachine, { params: { id }, token });
      const filter = JSON.stringify({ where: { behind: true } });
      const params = { orgId: tenant.organizationId };
      const behind = await server.call(listOrganizationMachines, { params, query: { filter }, token });
      return [reply.upToDate, behind.reply.length];
    };
    const shows = { appliedProfileId: tenant.profileId, appliedRevision: 1 };
    const link = await connect(server.url, shows);
    await link.next('welcome');
    await eventually(async () => expect(await state()).toEqual([true, 0]));
    const own = { scope: 'machine', machineId: id } as const;
    const added = [await addLayer(tenant, color('#111111')), await addLayer(tenant, color('#222222'), own)];
    await link.next('desired');
    const { desired } = await link.next('desired');
    expect(await state()).toEqual([false, 1]);
    const reported = { ...REPORTED, ...shows, appliedDigest: desired.profile?.digest };
    link.send({ type: 'report', reported });
    await eventually(async () => expect(await state()).toEqual([true, 0]));
    for (const { reply } of added) {
      await server.call(deleteLayer, { params: { orgId: tenant.organizationId, layerId: reply.id }, token });
    }
    expect(await state()).toEqual([false, 1]);
    await link.close();
  });

  it('follow its tags and the order of layers, and its own layer is on top', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const color1 = await addLayer(tenant, color('#111111'), { scope: 'tag', tag: 'school' });
    const color2 = await addLayer(tenant, color('#222222'), { scope: 'tag', tag: 'exam' });
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const next = async () => (await link.next('desired')).desired.profile?.definition;

    await tag(tenant, machine.id, 'school', 'exam');
    expect(await next()).toMatchObject(color('#222222'));
    const layers = [color2.reply.id, color1.reply.id];
    const place = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
    const { reply } = await server.call(orderLayers, { ...place, body: { scope: 'tag', layers } });
    expect(reply.map(({ id }) => id)).toEqual(layers);
    expect(await next()).toMatchObject(color('#111111'));
    await tag(tenant, machine.id, 'exam');
    expect(await next()).toMatchObject(color('#222222'));
    await addLayer(tenant, color('#333333'), { scope: 'machine', machineId: machine.id });
    expect(await next()).toMatchObject(color('#333333'));
    const again = await addLayer(tenant, {}, { scope: 'machine', machineId: machine.id });
    expect([again.status, again.error.code]).toEqual([409, 'machine-has-layer']);
    await link.close();
  });

  it('explain where each field’s value comes from, who set it, and what it overrides', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await setProfile(tenant, {
      thinhoc: { customization: { color_primary: '#222222' }, sessions: { webapp: [mail] } },
    });
    const brand = await addLayer(tenant, color('#111111'), { name: 'Brand', locks: [COLOR] });
    const url = 'https://other.example.org/';
    const own = await addLayer(tenant, webapps({ display_name: 'mail', url }), {
      scope: 'machine',
      machineId: machine.id,
    });

    const byName = await shown(tenant, machine.id, 'sessions.webapp.Mail.url');
    expect(byName.reply.why).toEqual([
      {
        path: '/thinhoc/sessions/webapp/mail/url',
        pointer: '/thinhoc/sessions/webapp/0/url',
        value: url,
        source: own.reply.id,
        lockedBy: null,
        chain: [
          { source: 'profile', kind: 'value', value: mail.url, lockedBy: null },
          { source: own.reply.id, kind: 'value', value: url, lockedBy: null },
        ],
      },
    ]);
    expect(byName.reply.sources).toMatchObject([
      { id: brand.reply.id, name: 'Brand', scope: 'organization', revision: 1, author: tenant.owner.email },
      { id: 'profile', name: 'Front desk', revision: 2 },
      { id: own.reply.id, scope: 'machine' },
    ]);
    const locked = (await shown(tenant, machine.id, COLOR)).reply.why?.[0];
    expect(locked).toMatchObject({ value: '#111111', source: brand.reply.id, lockedBy: brand.reply.id });
    expect(locked?.chain[1]).toMatchObject({ source: 'profile', value: '#222222', lockedBy: brand.reply.id });
    expect((await shown(tenant, machine.id, 'auth.mode')).reply.why).toMatchObject([
      { value: 'auto-login', source: 'default' },
    ]);
    const keyboard = '/thinhoc/customization/keyboard_layouts';
    for (const named of [keyboard, `${keyboard}/DE`]) {
      expect((await shown(tenant, machine.id, named)).reply.why).toEqual([
        { path: `${keyboard}/de`, pointer: `${keyboard}/0`, value: 'DE', source: 'default', lockedBy: null, chain: [] },
      ]);
    }
    expect((await shown(tenant, machine.id, 'no.such.field')).error.code).toBe('invalid-input');
  });
});

describe('a layer', () => {
  it('keeps secrets sealed and masked, and bound to their destination', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const wifi = (ssid: string, password: string) => ({
      system: { network: { wifi: { client: { use_system_settings: false, ssid, password } } } },
    });
    const { reply } = await addLayer(tenant, wifi('Lobby', 'first-secret'));
    expect(reply.definition).toEqual(wifi('Lobby', SECRET_MASK));
    const at = { params: { orgId: tenant.organizationId, layerId: reply.id }, token: tenant.owner.token };
    const body = { name: 'Wi-Fi', off: [], locks: [] };
    await server.call(changeLayer, { ...at, body: { ...body, definition: wifi('Lobby', SECRET_MASK) } });
    const link = await machine.connect(server.url);
    const { desired } = await link.next('welcome');
    expect(desired.profile?.definition).toMatchObject(wifi('Lobby', 'first-secret'));
    await link.close();

    const moved = await server.call(changeLayer, {
      ...at,
      body: { ...body, definition: wifi('Elsewhere', SECRET_MASK) },
    });
    expect(moved.error.faults).toMatchObject([{ rule: 'lost-secret' }]);
    const stolen = await addLayer(
      tenant,
      { system: { network: { wifi: { client: { ssid: 'Elsewhere' } } } } },
      { scope: 'tag', tag: 'x' },
    );
    expect(stolen.status).toBe(201);
    await tag(tenant, machine.id, 'x');
    const { definition, sources } = (await shown(tenant, machine.id)).reply;
    expect(definition).toMatchObject({ system: { network: { wifi: { client: { ssid: 'Lobby' } } } } });
    expect(sources.find(({ id }) => id === stolen.reply.id)?.faults).toMatchObject([{ rule: 'lost-secret' }]);
  });

  it('is rejected if the merged definition breaks a rule; the fault names the layer', async () => {
    const tenant = await createTenant(server);
    await addMachine(server, tenant);
    await setProfile(tenant, { thinhoc: { sip: { accounts: [{ user: 'anna' }] } } });
    const enabling = await addLayer(tenant, { thinhoc: { sip: { enabled: true } } }, { name: 'Phones' });
    expect([enabling.status, enabling.error.code]).toEqual([422, 'invalid-profile']);
    expect(enabling.error.faults).toMatchObject([
      { path: '/definition/thinhoc/sip/accounts/anna/auth_pass', params: { layerName: 'Phones' } },
    ]);
    const wrong = await addLayer(tenant, color('red'), { off: ['/thinhoc/kiosk'], locks: ['/nowhere'] });
    expect(wrong.error.faults?.map(({ path }) => path)).toEqual([`/definition${COLOR}`, '/off/0', '/locks/0']);
    const apps = await addLayer(tenant, { thinhoc: { apps: { enabled: ['thinhoc::whiteboard'] } } });
    expect(apps.error.faults).toMatchObject([{ path: '/definition/thinhoc/apps', rule: 'additionalProperties' }]);
  });

  it('has revisions with notes, and an earlier one can be restored', async () => {
    const tenant = await createTenant(server);
    const { reply } = await addLayer(tenant, color('#111111'), { name: 'Brand' });
    const at = { params: { orgId: tenant.organizationId, layerId: reply.id }, token: tenant.owner.token };
    const body = { name: 'Brand', off: [], locks: [], definition: color('#222222') };
    const changed = await server.call(changeLayer, {
      ...at,
      query: { note: 'darker' },
      headers: { 'if-match': '"1"' },
      body,
    });
    expect(changed.reply.revision).toBe(2);
    const late = await server.call(changeLayer, { ...at, headers: { 'if-match': '"1"' }, body });
    expect(late.error.code).toBe('revision-conflict');
    await server.call(restoreLayer, { ...at, params: { ...at.params, revision: 1 } });
    const { reply: revisions } = await server.call(listLayerRevisions, at);
    expect(revisions.map(({ revision, note }) => [revision, note])).toEqual([
      [3, '↺ 1'],
      [2, 'darker'],
      [1, null],
    ]);
    expect((await server.call(readLayer, at)).reply).toMatchObject({ revision: 3, definition: color('#111111') });
    const list = await server.call(listLayers, { params: { orgId: tenant.organizationId }, token: tenant.owner.token });
    expect(list.reply).toMatchObject([{ name: 'Brand', scope: 'organization', settings: 1, lockCount: 0 }]);
  });
});

describe('the preview of a layer change', () => {
  it('counts machines, with values before and after, and sessions that would close', async () => {
    const tenant = await createTenant(server);
    await setProfile(tenant, {
      thinhoc: { customization: { color_primary: '#222222' }, sessions: { webapp: [mail] } },
    });
    const [a, b] = [await addMachine(server, tenant, { name: 'A' }), await addMachine(server, tenant, { name: 'B' })];
    await tag(tenant, a.id, 'exam');
    const place = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
    const off = ['/thinhoc/sessions/webapp/mail'];
    const draft = { scope: 'tag' as const, tag: 'exam', definition: color('#111111'), off, locks: [] };
    const { reply } = await server.call(previewLayers, { ...place, body: { layer: draft } });
    expect(reply.machines).toEqual({ total: 1, online: 0, first: [{ id: a.id, name: 'A', online: false }] });
    expect(reply.changes).toContainEqual({ path: COLOR, before: '#222222', after: '#111111', machines: 1 });
    expect(reply.interrupted).toEqual({ sessions: [{ title: 'Mail', machines: 1 }], network: 0 });

    await addLayer(tenant, color('#111111'), { scope: 'tag', tag: 'exam', name: 'Exam' });
    const moved = await server.call(previewLayers, {
      ...place,
      body: { tags: { machines: [a.id, b.id], tags: ['exam'] } },
    });
    expect(moved.reply.machines.first.map(({ name }) => name)).toEqual(['B']);
    const gained = await server.call(previewLayers, {
      ...place,
      body: { tags: { filter: '{"where":{"name":{"neq":"C"}}}', addTags: ['exam'] } },
    });
    expect(gained.reply.machines.first.map(({ name }) => name)).toEqual(['B']);
    const lost = await server.call(previewLayers, { ...place, body: { tags: { filter: '{}', removeTags: ['exam'] } } });
    expect(lost.reply.machines.first.map(({ name }) => name)).toEqual(['A']);
    const neither = await server.call(previewLayers, { ...place, body: { tags: { addTags: ['exam'] } } });
    expect(neither.error.faults).toMatchObject([{ path: '/tags' }]);
    const locked = { scope: 'organization' as const, definition: color('#222222'), off: [], locks: [COLOR] };
    const lock = await server.call(previewLayers, { ...place, body: { layer: locked } });
    expect(lock.reply.changes).toEqual([{ path: COLOR, before: '#111111', after: '#222222', machines: 1 }]);
    expect((await shown(tenant, a.id, COLOR)).reply.why?.[0]?.value).toBe('#111111');
  });

  it('comes with a list of the machines’ values and their sources', async () => {
    const tenant = await createTenant(server);
    const [a, b] = [await addMachine(server, tenant, { name: 'A' }), await addMachine(server, tenant, { name: 'B' })];
    await addMachine(server, tenant, { name: 'C' });
    await tag(tenant, a.id, 'exam');
    const exam = await addLayer(tenant, color('#111111'), { scope: 'tag', tag: 'exam', name: 'Exam' });
    const place = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
    const { reply } = await server.call(listDefinitionValues, {
      ...place,
      query: { path: 'customization.color_primary' },
    });
    expect(reply).toMatchObject([
      { value: '#595959', source: 'default', sourceName: '', machines: 2, first: [{ id: b.id }, { name: 'C' }] },
      { value: '#111111', source: exam.reply.id, sourceName: 'Exam', machines: 1, first: [{ id: a.id, name: 'A' }] },
    ]);
  });

  it('lists machines late in the alphabet, and a machine with its own layer', async () => {
    const tenant = await createTenant(server);
    const { id } = await addMachine(server, tenant, { name: 'Own' });
    await rowsOf(
      server,
      `insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by, tags)
        select $1::uuid, md5($1::text || n), case when n > 2100 then 'Z ' else 'A ' end || n, 'vanilla', $2::uuid, 'test',
          case when n > 2100 then array['exam', 'late'] else '{}' end
        from generate_series(1, 2103) n`,
      [tenant.organizationId, tenant.profileId],
    );
    await addLayer(tenant, color('#111111'), { scope: 'tag', tag: 'late' });
    await addLayer(tenant, color('#222222'), { scope: 'machine', machineId: id });
    const place = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
    const query = { path: 'customization.color_primary' };
    const { reply } = await server.call(listDefinitionValues, { ...place, query });
    const names = (first: readonly { readonly name: string }[]) => first.map(({ name }) => name);
    expect(reply.map(({ value, machines, first }) => [value, machines, names(first.slice(0, 3))])).toEqual([
      ['#595959', 2_100, ['A 1', 'A 2', 'A 3']],
      ['#111111', 3, ['Z 2101', 'Z 2102', 'Z 2103']],
      ['#222222', 1, ['Own']],
    ]);
    expect(reply[0]?.first).toHaveLength(20);

    const tags = { machines: [id, ...(reply[1]?.first ?? []).map((each) => each.id)], tags: [] };
    const { reply: impact } = await server.call(previewLayers, { ...place, body: { tags } });
    expect(impact.machines).toMatchObject({ total: 3, online: 0 });
    expect(names(impact.machines.first)).toEqual(['Z 2101', 'Z 2102', 'Z 2103']);
  });

  it('never shows secrets inside a list or section', async () => {
    const tenant = await createTenant(server);
    const { id } = await addMachine(server, tenant);
    const accounts = [{ user: 'anna', auth_pass: 'topsecret', gateway: 'sip.example.org' }];
    await setProfile(tenant, { thinhoc: { sip: { enabled: true, accounts } } });
    const place = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
    for (const path of ['sip.accounts', 'sip', 'sip.accounts.anna']) {
      const { reply } = await server.call(listDefinitionValues, { ...place, query: { path } });
      expect(JSON.stringify(reply)).toContain('anna');
      expect(JSON.stringify([reply, (await shown(tenant, id, path)).reply])).not.toContain('topsecret');
    }
  });

  it('is shown to profile editors: which layers affect its fields, and on how many machines', async () => {
    const tenant = await createTenant(server);
    const place = { params: { id: tenant.profileId }, token: tenant.owner.token };
    await addLayer(tenant, color('#111111'), { name: 'Brand', locks: ['/system'] });
    await addLayer(tenant, color('#222222'), { scope: 'tag', tag: 'exam', name: 'Exam' });
    const fields = async () =>
      (await server.call(listProfileSources, place)).reply.fields.map(({ path, layers }) => [
        path,
        layers.map(({ name, value, locks, machines }) => ({ name, value, locks, machines })),
      ]);
    const brand = { name: 'Brand', value: '#111111', locks: false };
    const locking = { name: 'Brand', value: undefined, locks: true };
    expect(await fields()).toEqual([
      ['/system', [{ ...locking, machines: 0 }]],
      [COLOR, [{ ...brand, machines: 0 }]],
    ]);
    const { id } = await addMachine(server, tenant);
    await addMachine(server, tenant);
    await tag(tenant, id, 'exam');
    await setProfile(tenant, { system: { accessibility: { osk_enabled: true } } });
    expect(await fields()).toEqual([
      ['/system', [{ ...locking, machines: 2 }]],
      ['/system/accessibility/osk_enabled', [{ ...locking, machines: 2 }]],
      [
        COLOR,
        [
          { ...brand, machines: 1 },
          { name: 'Exam', value: '#222222', locks: false, machines: 1 },
        ],
      ],
    ]);
  });
});
