import {
  changeProfile,
  createProfile,
  deleteProfile,
  listOrganizationProfiles,
  listProfiles,
  readProfile,
} from '@berth/contract/api/profiles';
import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { defaultDefinition } from '@berth/contract/profile/defaults';
import { FULL_DEFINITION } from '@berth/contract/testing/full-definition';
import { describe, expect, it } from 'vitest';
import { addMachine, addMember, addProfile, createTenant, profileOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

const MERGE = { 'content-type': 'application/merge-patch+json' };
const PATCH = { 'content-type': 'application/json-patch+json' };

function change({ owner, profileId }: Tenant, body: object, headers: Record<string, string> = {}) {
  return server.call(changeProfile, { params: { id: profileId }, token: owner.token, headers, body: { ...body } });
}

function edit({ owner, profileId }: Tenant, body: Record<string, unknown>[], headers: Record<string, string> = {}) {
  const sent = { params: { id: profileId }, token: owner.token, headers: { ...PATCH, ...headers }, body };
  return server.call(changeProfile, sent);
}

describe('creating', () => {
  it('starts with every default at revision 1', async () => {
    const tenant = await createTenant(server);
    const profile = await profileOf(server, tenant);
    expect(profile).toMatchObject({
      name: 'Front desk',
      organizationId: tenant.organizationId,
      deployment: 'vanilla',
      revision: 1,
      updatedBy: tenant.owner.email,
    });
    expect(profile.definition).toEqual(defaultDefinition());
  });

  it('accepts name, organization, and variant, and returns the ID', async () => {
    const { owner, organizationId } = await createTenant(server);
    const body = { name: 'Conference', organizationId, deployment: 'smartconference' as const };
    const { status, reply } = await server.call(createProfile, { token: owner.token, body });
    expect(status).toBe(201);
    expect(reply).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const read = await server.call(readProfile, { params: reply, token: owner.token });
    expect(read.reply).toMatchObject({ ...reply, ...body, revision: 1 });
  });

  it('fills in defaults and lists every error by path', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const body = { name: 'Wall', organizationId: tenant.organizationId };
    const definition = {
      thinhoc: { screensaver: { enabled: true, show_after: 3, nonsense: 1 }, sessions: { rdp: [{}] } },
    };
    const refused = await server.call(createProfile, { token, body: { ...body, definition } });
    expect(refused.error).toMatchObject({ status: 422, code: 'invalid-profile' });
    expect(refused.error.faults?.map(({ path, rule }) => [path, rule])).toEqual(
      expect.arrayContaining([
        ['/thinhoc/screensaver/show_after', 'minimum'],
        ['/thinhoc/screensaver/nonsense', 'additionalProperties'],
        ['/thinhoc/sessions/rdp/0/display_name', 'required'],
      ]),
    );
    for (const [place, empty] of [{}, { show_after: null }, { show_after: '' }].entries()) {
      const good = { thinhoc: { screensaver: { enabled: true, ...empty } } };
      const sent = { ...body, name: `Wall ${place}`, definition: good };
      const created = await server.call(createProfile, { token, body: sent });
      const { reply } = await server.call(readProfile, { params: created.reply, token });
      expect(reply.definition).toMatchObject({
        version: 1,
        thinhoc: { screensaver: { enabled: true, show_after: 1800 } },
      });
    }
  });

  it('accepts any password text, and validates colors', async () => {
    const tenant = await createTenant(server);
    const hotspot = { ssid: 'Guests', password: ' \t"\\;☃ <b>' };
    const saved = await change(tenant, { definition: { system: { network: { wifi: { hotspot } } } } });
    expect(saved.status).toBe(200);
    const color = { thinhoc: { customization: { color_primary: 'red' } } };
    const { error } = await change(tenant, { definition: color });
    expect(error.faults).toMatchObject([{ path: '/thinhoc/customization/color_primary', rule: 'color' }]);
  });

  it('requires Pro for a second profile, also with concurrent calls', async () => {
    const tenant = await createTenant(server, 'free');
    const body = { name: 'Second', organizationId: tenant.organizationId };
    const refused = await server.call(createProfile, { token: tenant.owner.token, body });
    expect(refused.error).toMatchObject({ status: 402, code: 'upgrade-required' });

    const empty = await createTenant(server, 'free');
    await server.call(deleteProfile, { params: { id: empty.profileId }, token: empty.owner.token });
    const create = (name: string) =>
      server.call(createProfile, { token: empty.owner.token, body: { name, organizationId: empty.organizationId } });
    const statuses = (await Promise.all([create('One'), create('Two'), create('Three')])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 402, 402]);
  });

  it('rejects an existing name, in any case, also with what nobody sees', async () => {
    const tenant = await createTenant(server);
    const body = { name: 'FRONT desk', organizationId: tenant.organizationId };
    const { error } = await server.call(createProfile, { token: tenant.owner.token, body });
    expect([error.status, error.code, error.message]).toEqual([
      409,
      'name-taken',
      'Profile with this name already exists',
    ]);
    const pasted = { ...body, name: '\u2060Front\u00ad desk\u200b' };
    expect((await server.call(createProfile, { token: tenant.owner.token, body: pasted })).error.code).toBe(
      'name-taken',
    );
    const other = { name: 'Wall', organizationId: tenant.organizationId };
    expect((await server.call(createProfile, { token: tenant.owner.token, body: other })).status).toBe(201);
    expect((await change(tenant, { name: 'WALL' }, MERGE)).error.code).toBe('name-taken');
  });
});

describe('changing', () => {
  it('accepts all three patch formats', async () => {
    const tenant = await createTenant(server);
    const merged = await change(tenant, { definition: { thinhoc: { sip: { gateway: 'sip.example.org' } } } }, MERGE);
    expect(merged.reply.revision).toBe(2);
    expect(merged.headers.get('etag')).toBe('"2"');
    const renamed = await edit(tenant, [
      { op: 'test', path: '/definition/thinhoc/sip/gateway', value: 'sip.example.org' },
      { op: 'replace', path: '/name', value: 'Back office' },
    ]);
    expect(renamed.reply).toMatchObject({ name: 'Back office', revision: 3 });
    const replaced = await change(tenant, { definition: {} }, { 'content-type': 'application/json' });
    expect(replaced.reply.definition).toEqual(defaultDefinition());
    expect((await profileOf(server, tenant)).revision).toBe(4);
  });

  it('changes nothing if a patch is rejected', async () => {
    const tenant = await createTenant(server);
    const before = await profileOf(server, tenant);
    const refusals = [
      await change(tenant, { definition: { thinhoc: { customization: { color_primary: 'red' } } } }, MERGE),
      await change(tenant, { definition: { unknown: true } }, MERGE),
      await edit(tenant, [{ op: 'replace', path: '/definition/nowhere', value: 1 }]),
      await change(tenant, { name: '' }),
      await change(tenant, { organizationId: 'x' }),
      await change(tenant, { name: 'x' }, { 'content-type': 'text/plain' }),
    ];
    expect(refusals.map(({ error }) => error.code)).toEqual([
      'invalid-profile',
      'invalid-profile',
      'invalid-patch',
      'invalid-input',
      'invalid-input',
      'unsupported-media-type',
    ]);
    expect(await profileOf(server, tenant)).toEqual(before);
  });

  it('creates no revision without a change', async () => {
    const tenant = await createTenant(server);
    const { reply } = await change(tenant, { name: 'Front desk', definition: {} });
    expect(reply.revision).toBe(1);
  });

  it('rejects invalid images in every image field, with the reason', async () => {
    const tenant = await createTenant(server);
    const svg = `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;
    const places = JSON.stringify(FULL_DEFINITION).split(/data:image\/[^"]+/);
    const refused = await change(tenant, { definition: JSON.parse(places.join(svg)) });
    expect(places.length).toBeGreaterThan(8);
    expect(refused.error.faults).toHaveLength(places.length - 1);
    for (const { rule, message } of refused.error.faults ?? []) {
      expect([rule, message]).toEqual(['picture', expect.stringContaining('PNG, JPEG, WebP, or GIF')]);
    }
    expect(refused.error.faults?.map(({ path }) => path)).toContain('/thinhoc/customization/logo');
  });

  it('rejects a profile above the size limit', async () => {
    const tenant = await createTenant(server);
    const image = `data:image/png;base64,${'A'.repeat(PROFILE_BYTES_MAX)}`;
    const large = await change(tenant, { definition: { thinhoc: { customization: { logo: image } } } }, MERGE);
    expect(large.error).toMatchObject({ status: 413, code: 'body-too-large' });
  });

  it('accepts one of two changes to the same revision', async () => {
    const tenant = await createTenant(server);
    const writers = ['A', 'B'].map((name) => change(tenant, { name }, { 'if-match': '"1"' }));
    const results = await Promise.all(writers);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(results.find(({ status }) => status === 412)?.error.code).toBe('revision-conflict');
    expect((await profileOf(server, tenant)).revision).toBe(2);
  });

  it('applies all of 20 concurrent changes without If-Match', async () => {
    const tenant = await createTenant(server);
    const add = (index: number) =>
      edit(tenant, [
        {
          op: 'add',
          path: '/definition/thinhoc/sessions/webapp/-',
          value: { display_name: `App ${index}`, window_title: `App ${index}`, url: `https://example.org/${index}` },
        },
      ]);
    // Each waits for the row in turn; with more, a busy computer replies 503.
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => add(index)));
    expect(results.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(results.map(({ reply }) => reply.revision)).size).toBe(20);
    const { definition, revision } = await profileOf(server, tenant);
    expect(revision).toBe(21);
    const urls = JSON.stringify(definition).match(/https:\/\/example\.org\/\d+/g);
    expect(new Set(urls).size).toBe(20);
  });

  it('is not available to operators and other people', async () => {
    const tenant = await createTenant(server);
    const operator = await addMember(server, tenant, 'operator');
    const stranger = await server.person();
    const params = { id: tenant.profileId };
    const body = { name: 'Mine' };
    expect((await server.call(changeProfile, { params, token: operator.token, body })).error.code).toBe('forbidden');
    expect((await server.call(changeProfile, { params, token: stranger.token, body })).error.code).toBe('not-found');
    expect((await server.call(readProfile, { params, token: stranger.token })).error.code).toBe('not-found');
  });
});

describe('reading', () => {
  it('replies 304 for a known revision', async () => {
    const { profileId: id, owner } = await createTenant(server);
    const sent = { params: { id }, token: owner.token, headers: { 'if-none-match': '"1"' } };
    expect((await server.call(readProfile, sent)).status).toBe(304);
  });

  it('lists the profiles of one organization, and of all organizations', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    for (const name of ['Atrium 10', 'Atrium 9']) await addProfile(server, tenant, name);
    const params = { orgId: tenant.organizationId };
    const names = async (filter: object) =>
      (
        await server.call(listOrganizationProfiles, { params, token, query: { filter: JSON.stringify(filter) } })
      ).reply.map(({ name }) => name);
    expect(await names({})).toEqual(['Atrium 9', 'Atrium 10', 'Front desk']);
    expect(await names({ where: { name: { ilike: 'FRONT%' } } })).toEqual(['Front desk']);
    expect((await server.call(listProfiles, { token })).reply.map(({ name }) => name)).toEqual([
      'Atrium 9',
      'Atrium 10',
      'Front desk',
    ]);
    const stranger = await server.person();
    expect((await server.call(listProfiles, { token: stranger.token })).reply).toEqual([]);
  });
});

describe('deleting', () => {
  it('is rejected while a machine uses the profile', async () => {
    const tenant = await createTenant(server);
    await addMachine(server, tenant);
    const sent = { params: { id: tenant.profileId }, token: tenant.owner.token };
    expect((await server.call(deleteProfile, sent)).error.code).toBe('profile-in-use');
    expect((await profileOf(server, tenant)).name).toBe('Front desk');
  });

  it('deletes the profile and its history', async () => {
    const tenant = await createTenant(server);
    const sent = { params: { id: tenant.profileId }, token: tenant.owner.token };
    const stale = await server.call(deleteProfile, { ...sent, headers: { 'if-match': '"7"' } });
    expect(stale.error.code).toBe('revision-conflict');
    expect((await server.call(deleteProfile, { ...sent, headers: { 'if-match': '"1"' } })).status).toBe(204);
    expect((await server.call(readProfile, sent)).error.code).toBe('not-found');
  });
});
