import { createApiKey } from '@berth/contract/api/api-keys';
import { listAudit } from '@berth/contract/api/audit';
import { changeTogether, type TogetherCall } from '@berth/contract/api/changes';
import { listEnrollmentCodes } from '@berth/contract/api/enrollment';
import { listLayerRevisions, listLayers } from '@berth/contract/api/layers';
import { listPendingInvitations } from '@berth/contract/api/members';
import { changeProfile, listOrganizationProfiles } from '@berth/contract/api/profiles';
import type { LayerId } from '@berth/contract/ids';
import type { ApiKeyScope } from '@berth/contract/rules/permissions';
import { describe, expect, it } from 'vitest';
import { addMember, createTenant, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

interface Wanted {
  readonly expects?: Record<string, Record<string, string>>;
  readonly dryRun?: boolean;
  readonly token?: string;
  readonly note?: string;
}

function together({ owner, organizationId }: Tenant, calls: TogetherCall[], wanted: Wanted = {}) {
  const { expects = {}, dryRun = false, token = owner.token, note } = wanted;
  const body = { calls, expects, dryRun, ...(note !== undefined && { note }) };
  return server.call(changeTogether, { params: { orgId: organizationId }, token, body });
}

async function names({ owner, organizationId }: Tenant): Promise<string[]> {
  const params = { orgId: organizationId };
  const { reply } = await server.call(listOrganizationProfiles, { params, query: {}, token: owner.token });
  return reply.map(({ name }) => name);
}

async function keyWith({ owner, organizationId: id }: Tenant, scopes: ApiKeyScope[]): Promise<string> {
  const body = { name: 'CI', scopes, expiresAt: null };
  return (await server.call(createApiKey, { params: { id }, token: owner.token, body })).reply.key;
}

const profile = (name: string, definition = {}): TogetherCall => ({
  call: 'profiles.create',
  body: { name, definition },
});
const invite = (role: string): TogetherCall => ({ call: 'members.invite', body: { email: 'eve@example.org', role } });

describe('calls made together', () => {
  it('are made in order, refer to what earlier ones create, and are in the audit log as themselves', async () => {
    const tenant = await createTenant(server);
    const { owner, organizationId } = tenant;
    const codeFor = { deployment: 'vanilla', uses: 3, validHours: 24 };
    const { reply } = await together(tenant, [
      profile('Lobby'),
      { call: 'enrolment.create', body: { profileId: '', ...codeFor }, uses: [{ at: '/body/profileId', call: 0 }] },
      { call: 'profiles.change', params: { id: tenant.profileId }, body: { name: 'Reception' }, ifMatch: 1 },
      invite('viewer'),
    ]);
    const [lobby, code, reception] = reply.results;
    expect(reception).toMatchObject({ id: tenant.profileId, revision: 2 });
    expect(code?.secret).toMatch(/^[0-9A-Z-]{8,}$/i);
    const params = { orgId: organizationId };
    const codes = (await server.call(listEnrollmentCodes, { params, token: owner.token })).reply;
    expect(codes.map(({ profileId }) => profileId)).toEqual([lobby?.id]);
    expect(await names(tenant)).toEqual(['Lobby', 'Reception']);
    const log = await server.call(listAudit, { params: { id: organizationId }, query: {}, token: owner.token });
    expect(log.reply.slice(0, 4).map(({ action }) => action)).toEqual([
      'members.invite',
      'profiles.change',
      'enrolment.create',
      'profiles.create',
    ]);
    expect(JSON.stringify(log.reply)).not.toContain(code?.secret);
  });

  it('are undone by an error in one of them, which names it with its faults', async () => {
    const tenant = await createTenant(server);
    const red = { thinhoc: { customization: { color_primary: 'red' } } };
    const { error } = await together(tenant, [profile('Lobby'), profile('Hall', red)]);
    expect(error).toMatchObject({ status: 422, code: 'invalid-profile' });
    expect(error.faults?.map(({ path }) => path)).toEqual(['/calls/1/thinhoc/customization/color_primary']);
    const taken = await together(tenant, [profile('Lobby'), profile('lobby')]);
    expect(taken.error).toMatchObject({ code: 'name-taken', faults: [{ path: '/calls/1', rule: 'name-taken' }] });
    expect(await names(tenant)).toEqual(['Front desk']);
  });

  it('change nothing in a dry run, which tells what they would do and sends no mail', async () => {
    const tenant = await createTenant(server);
    const definition = { thinhoc: { customization: { color_primary: '#112233' } } };
    const change = (body: Record<string, unknown>): TogetherCall => ({
      call: 'profiles.change',
      params: { id: tenant.profileId },
      body,
      ifMatch: 1,
    });
    const dry = await together(tenant, [profile('Lobby'), change({ definition }), invite('viewer')], { dryRun: true });
    expect(dry.reply.results.map(({ revision }) => revision)).toEqual([null, 2, null]);
    expect((await together(tenant, [change({ definition: {} })], { dryRun: true })).reply.results[0]?.revision).toBe(1);
    expect(await names(tenant)).toEqual(['Front desk']);
    const params = { id: tenant.organizationId };
    const invited = await server.call(listPendingInvitations, { params, token: tenant.owner.token });
    expect(invited.reply.data).toEqual([]);
    const log = await server.call(listAudit, { params, query: {}, token: tenant.owner.token });
    expect(log.reply.map(({ action }) => action)).not.toContain('profiles.change');
  });

  it('are refused where a section is not as expected, and say what changed', async () => {
    const tenant = await createTenant(server);
    const { profileId, owner } = tenant;
    const expects = { profiles: { [profileId]: '1' } };
    const renamed = await server.call(changeProfile, {
      params: { id: profileId },
      token: owner.token,
      body: { name: 'X' },
    });
    expect(renamed.status).toBe(200);
    const { error } = await together(tenant, [profile('Lobby')], { expects });
    expect(error).toMatchObject({ status: 412, code: 'revision-conflict' });
    expect(error.faults).toEqual([{ path: `/expects/profiles/${profileId}`, rule: 'changed', message: 'is at 2' }]);
    const gone = await together(tenant, [], { expects: { layers: { a: '1 at 1' } } });
    expect(gone.error.faults).toMatchObject([{ message: 'was deleted' }]);
    const unknown = await together(tenant, [], { expects: { profiles: {} } });
    expect(unknown.error.faults).toMatchObject([{ message: 'was created' }]);
    expect((await together(tenant, [], { expects: { profiles: { [profileId]: '2' } } })).status).toBe(200);
  });

  it('need the permission of each, told by name before anything is written', async () => {
    const tenant = await createTenant(server);
    const token = await keyWith(tenant, ['organization.read', 'profile.read', 'profile.write']);
    const calls = [profile('Lobby'), invite('viewer'), { call: 'webhooks.delete', params: {} } as const];
    const { error } = await together(tenant, calls, { token });
    expect(error.message).toBe('This key lacks the scopes keys.write, members.write.');
    expect(error.faults?.map(({ path }) => path)).toEqual(['/calls/1', '/calls/2']);
    const seen = await together(tenant, [], { token, expects: { members: {} } });
    expect(seen.error.message).toBe('This key lacks the scopes members.read.');
    const viewer = await addMember(server, tenant, 'viewer');
    const refused = await together(tenant, [profile('Lobby')], { token: viewer.token });
    expect(refused.error.message).toBe('Your role in this organization (viewer) lacks profile.write.');
    expect((await together(tenant, [profile('Lobby')], { token })).status).toBe(200);
  });

  it('grant nothing that the caller does not have, and pass the gate of shell buttons', async () => {
    const tenant = await createTenant(server);
    const scopes: ApiKeyScope[] = ['organization.read', 'members.write', 'members.read', 'profile.write'];
    const token = await keyWith(tenant, scopes);
    const granted = await together(tenant, [profile('Lobby'), invite('administrator')], { token });
    expect(granted.error).toMatchObject({ code: 'forbidden', faults: [{ path: '/calls/1' }] });
    const { organizationId: id } = tenant;
    const referring = { ...invite('administrator'), params: { id }, uses: [{ at: '/params/id', call: 0 }] };
    const alsoGranted = await together(tenant, [profile('Lobby'), referring], { token });
    expect(alsoGranted.error).toMatchObject({ code: 'forbidden', faults: [{ path: '/calls/1' }] });
    const action = { type: 'system', system: { action: 'shell', arguments: ['/bin/true'] } };
    const button = { text: 'Run', icon: 'cogs', action };
    const place = { id: 'w', x: 0, y: 0, w: 1, h: 1, widget: { type: 'button', button } };
    const dashboard = { layouts: [{ name: 'Lobby', layout: [place] }] };
    const shell = { thinhoc: { customization: { dashboard } } };
    const { error } = await together(tenant, [profile('Lobby'), profile('Shell', shell)], { token });
    expect(['forbidden', 'shell-not-allowed']).toContain(error.code);
    expect(error.faults).toMatchObject([{ path: '/calls/1' }]);
    expect(await names(tenant)).toEqual(['Front desk']);
  });

  it('reach no other organization', async () => {
    const tenant = await createTenant(server);
    const foreign = await createTenant(server);
    const calls: TogetherCall[] = [
      { call: 'profiles.change', params: { id: foreign.profileId }, body: { name: 'Mine' } },
      { call: 'profiles.create', body: { organizationId: foreign.organizationId, name: 'Mine' } },
      { call: 'schedules.delete', params: { orgId: foreign.organizationId, scheduleId: foreign.profileId } },
    ];
    expect((await together(tenant, calls.slice(0, 1))).error.code).toBe('not-found');
    expect((await together(tenant, calls.slice(2))).error.code).toBe('not-found');
    expect((await together(tenant, calls.slice(1, 2))).status).toBe(200);
    expect(await names(foreign)).toEqual(['Front desk']);
    expect(await names(tenant)).toEqual(['Front desk', 'Mine']);
  });

  it('keep the notes of revisions, and refuse references to nothing', async () => {
    const tenant = await createTenant(server);
    const { owner, organizationId } = tenant;
    const body = { name: 'Brand', scope: 'organization', definition: {}, off: [], locks: [] };
    expect((await together(tenant, [{ call: 'layers.create', body }], { note: 'plan 1' })).status).toBe(200);
    const layers = await server.call(listLayers, { params: { orgId: organizationId }, token: owner.token });
    expect(layers.reply.map(({ name }) => name)).toEqual(['Brand']);
    const params = { orgId: organizationId, layerId: layers.reply[0]?.id as LayerId };
    const revisions = await server.call(listLayerRevisions, { params, query: {}, token: owner.token });
    expect(revisions.reply.map(({ note }) => note)).toEqual(['plan 1']);
    for (const uses of [
      { at: '/body/x', call: 0 },
      { at: '/body/name', call: 7 },
      { at: '/__proto__/x', call: 0 },
    ]) {
      const { error } = await together(tenant, [profile('A'), { ...profile('B'), uses: [uses] }]);
      expect(error).toMatchObject({ code: 'invalid-input', faults: [{ path: '/calls/1/uses/0' }] });
    }
  });
});
