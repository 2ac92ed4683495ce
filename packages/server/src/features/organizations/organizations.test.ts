import {
  changeOrganization,
  createOrganization,
  listOrganizations,
  readOrganization,
} from '@berth/contract/api/organizations';
import { describe, expect, it } from 'vitest';
import { addMember, addOrganization, createTenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

describe('creating', () => {
  it('makes the caller the owner on the free tier', async () => {
    const { token, email } = await server.person();
    const created = await server.call(createOrganization, { token, body: { name: 'Werft Süd', owner: { email } } });
    expect(created.status).toBe(201);
    const { id } = created.reply.data;
    const { reply, headers } = await server.call(readOrganization, { params: { id }, token });
    expect(reply).toMatchObject({
      id,
      name: 'Werft Süd',
      owner: { email },
      mgmtTier: 'free',
      role: 'owner',
      revision: 1,
    });
    expect(reply.members).toEqual([{ email, role: 'owner' }]);
    expect(headers.get('etag')).toBe('"1"');
  });

  it('rejects another owner', async () => {
    const { token } = await server.person();
    const body = { name: 'Not mine', owner: { email: 'other@example.org' } };
    expect((await server.call(createOrganization, { token, body })).error.code).toBe('forbidden');
  });

  it.each(['abc', 'x'.repeat(128), 'Größe 9', 'Верфь', 'a ,.!@#$%^&*()_-+=<>|{}/'])(
    'accepts the name %j',
    async (name) => {
      const { token } = await server.person();
      const { id } = (await server.call(createOrganization, { token, body: { name } })).reply.data;
      expect((await server.call(readOrganization, { params: { id }, token })).reply.name).toBe(name);
    },
  );

  it.each(['ab', 'x'.repeat(129), ' leading', 'semi;colon', 'tab\there'])('rejects the name %j', async (name) => {
    const { token } = await server.person();
    const { status, error } = await server.call(createOrganization, { token, body: { name } });
    expect([status, error.code, error.faults?.[0]?.path]).toEqual([400, 'invalid-input', '/name']);
  });

  it('requires unique names per owner, and reveals no names of others', async () => {
    const first = await server.person();
    const second = await server.person();
    const body = { name: 'Same Name' };
    expect((await server.call(createOrganization, { token: first.token, body })).status).toBe(201);
    const again = await server.call(createOrganization, { token: first.token, body: { name: 'SAME name' } });
    expect(again.error.code).toBe('name-taken');
    expect((await server.call(createOrganization, { token: second.token, body })).status).toBe(201);
  });
});

describe('the tier', () => {
  it.each(['free', 'pro', 'business', 'enterprise'] as const)('%s is shown by its name', async (tier) => {
    const owner = await server.person();
    const id = await addOrganization(server, owner, tier);
    expect((await server.call(readOrganization, { params: { id }, token: owner.token })).reply.mgmtTier).toBe(tier);
  });
});

describe('listing', () => {
  it("lists only the caller's organizations, by name, with filters", async () => {
    const me = await server.person();
    const other = await server.person();
    for (const name of ['Zander', 'Aal 10', 'Barsch', 'aal 9']) {
      await server.call(createOrganization, { token: me.token, body: { name } });
    }
    await server.call(createOrganization, { token: other.token, body: { name: 'Hidden' } });
    const list = async (filter?: object) =>
      (
        await server.call(listOrganizations, {
          token: me.token,
          query: filter ? { filter: JSON.stringify(filter) } : {},
        })
      ).reply.map(({ name }) => name);
    expect(await list()).toEqual(['aal 9', 'Aal 10', 'Barsch', 'Zander']);
    expect(await list({ where: { name: { like: '%r%' } }, order: 'name DESC' })).toEqual(['Zander', 'Barsch']);
    expect(await list({ skip: 1, limit: 1 })).toEqual(['Aal 10']);
    const refused = await server.call(listOrganizations, {
      token: me.token,
      query: { filter: '{"where":{"owner_id":"x"}}' },
    });
    expect(refused.error).toMatchObject({ status: 400, code: 'invalid-filter' });
    expect(refused.error.message).toContain('owner_id');
  });

  it('returns only the requested fields', async () => {
    const { owner } = await createTenant(server);
    const { reply } = await server.call(listOrganizations, {
      token: owner.token,
      query: { filter: '{"fields":["name"]}' },
    });
    expect(Object.keys(reply[0] ?? {})).toEqual(['name']);
  });

  it('returns only the requested fields of one organization', async () => {
    const { owner, organizationId: id } = await createTenant(server);
    const read = (filter: string) =>
      server.call(readOrganization, { params: { id }, token: owner.token, query: { filter } });
    expect((await read('{"fields":["name","mgmtTier"]}')).reply).toEqual({
      name: expect.stringContaining('Company'),
      mgmtTier: 'pro',
    });
    expect((await read('{"fields":["auth"]}')).error).toMatchObject({ status: 400, code: 'invalid-filter' });
  });
});

describe('renaming', () => {
  it('accepts the whole organization, without its tier', async () => {
    const { owner, organizationId: id } = await createTenant(server);
    const { mgmtTier: _tier, ...whole } = (await server.call(readOrganization, { params: { id }, token: owner.token }))
      .reply;
    const changed = await server.call(changeOrganization, {
      params: { id },
      token: owner.token,
      headers: { 'if-match': `"${whole.revision}"` },
      body: { ...whole, name: 'New Name' },
    });
    expect(changed.reply).toMatchObject({ name: 'New Name', revision: whole.revision + 1 });
    expect(changed.headers.get('etag')).toBe(`"${whole.revision + 1}"`);
  });

  it('rejects changes of other fields', async () => {
    const { owner, organizationId: id } = await createTenant(server);
    const { status, error } = await server.call(changeOrganization, {
      params: { id },
      token: owner.token,
      body: { name: 'New Name', owner: { email: 'thief@example.org' } },
    });
    expect([status, error.faults?.[0]?.path]).toEqual([400, '/owner']);
    const raised = await server.call(changeOrganization, {
      params: { id },
      token: owner.token,
      body: { name: 'New Name', mgmtTier: 'pro' } as { name: string },
    });
    expect([raised.status, raised.error.faults?.[0]?.path]).toEqual([400, '/mgmtTier']);
    expect((await server.call(readOrganization, { params: { id }, token: owner.token })).reply.name).not.toBe(
      'New Name',
    );
  });

  it('accepts one of two changes to the same revision', async () => {
    const { owner, organizationId: id } = await createTenant(server);
    const { revision } = (await server.call(readOrganization, { params: { id }, token: owner.token })).reply;
    const rename = (name: string) =>
      server.call(changeOrganization, {
        params: { id },
        token: owner.token,
        headers: { 'if-match': `"${revision}"` },
        body: { name },
      });
    const results = await Promise.all([rename('First'), rename('Second')]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(results.find(({ status }) => status === 412)?.error.code).toBe('revision-conflict');
  });

  it('requires an administrator, and hides other organizations', async () => {
    const tenant = await createTenant(server);
    const params = { id: tenant.organizationId };
    const viewer = await addMember(server, tenant, 'viewer');
    const stranger = await server.person();
    const rename = (token?: string) => server.call(changeOrganization, { params, token, body: { name: 'Nope' } });
    expect((await rename(viewer.token)).error.code).toBe('forbidden');
    expect((await rename(stranger.token)).error.code).toBe('not-found');
    expect((await rename()).error.code).toBe('unauthenticated');
  });
});
