import { readAccount } from '@berth/contract/api/account';
import { createApiKey, deleteApiKey, listApiKeys } from '@berth/contract/api/api-keys';
import { listAudit } from '@berth/contract/api/audit';
import { listMachines, listOrganizationMachines, readMachine, renameMachine } from '@berth/contract/api/machines';
import { changeRole, inviteMember } from '@berth/contract/api/members';
import { listOrganizations, readOrganization } from '@berth/contract/api/organizations';
import { API_KEYS_MAX, type ApiKeyScope } from '@berth/contract/rules/permissions';
import { describe, expect, it } from 'vitest';
import {
  addMachine,
  addMember,
  addOrganization,
  addProfile,
  createTenant,
  rowsOf,
  type Tenant,
} from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const server = await sharedServer({ tuning: { clock } });

async function makeKey(
  { owner, organizationId: id }: Tenant,
  scopes: ApiKeyScope[],
  about: { name?: string; expiresAt?: string | null } = {},
) {
  const body = { name: 'Inventory', scopes, expiresAt: null, ...about };
  return (await server.call(createApiKey, { params: { id }, token: owner.token, body })).reply;
}

function keysOf({ owner, organizationId: id }: Tenant) {
  return server.call(listApiKeys, { params: { id }, token: owner.token });
}

describe('a key', () => {
  it('is shown once and stored as a hash', async () => {
    const tenant = await createTenant(server);
    const { key, apiKey } = await makeKey(tenant, ['machine.read']);
    expect(key).toMatch(/^berth_[\w-]{43}$/);
    expect(apiKey).toMatchObject({
      name: 'Inventory',
      scopes: ['machine.read'],
      hint: key.slice(-4),
      lastUsedAt: null,
    });
    const { reply } = await keysOf(tenant);
    expect(reply).toEqual([apiKey]);
    for (const table of ['api_keys', 'audit_entries']) {
      const stored = JSON.stringify(await rowsOf(server, `select t::text from ${table} t`));
      expect(stored).not.toContain(key.slice(6));
    }
  });

  it('calls within its scopes, and nothing else', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const { key: token } = await makeKey(tenant, ['machine.read']);
    const params = { orgId: tenant.organizationId };
    expect((await server.call(listOrganizationMachines, { params, token })).reply).toHaveLength(1);
    const rename = { params: { id: machine.id }, token, body: { name: 'Mine' } };
    const refused = await server.call(renameMachine, rename);
    expect(refused.error).toMatchObject({ status: 403, code: 'forbidden' });
    expect(refused.error.message).toContain('machine.write');
    expect((await keysOf(tenant)).reply[0]?.lastUsedAt).not.toBeNull();
  });

  it("has no access to its creator's account or other organizations", async () => {
    const tenant = await createTenant(server);
    const { owner } = tenant;
    const organizationId = await addOrganization(server, owner, 'pro');
    const profileId = await addProfile(server, { owner, organizationId }, 'Other');
    const elsewhere = await addMachine(server, { owner, organizationId, profileId });
    const inviting = await createTenant(server);
    await server.call(inviteMember, {
      params: { id: inviting.organizationId },
      token: inviting.owner.token,
      body: { email: owner.email },
    });
    const { key: token } = await makeKey(tenant, ['machine.read', 'organization.read']);
    expect((await server.call(readOrganization, { params: { id: tenant.organizationId }, token })).status).toBe(200);
    expect((await server.call(readOrganization, { params: { id: organizationId }, token })).error.code).toBe(
      'not-found',
    );
    expect((await server.call(readMachine, { params: { id: elsewhere.id }, token })).error.code).toBe('not-found');
    expect((await server.call(readAccount, { token })).error.code).toBe('forbidden');
    expect((await server.call(listOrganizations, { token })).reply.map(({ id }) => id)).toEqual([
      tenant.organizationId,
    ]);
    expect((await server.call(listMachines, { token })).reply).toEqual([]);
  });

  it('never has more permissions than its creator, and none after the creator leaves', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const maker = await addMember(server, tenant, 'administrator');
    const { key: token } = await makeKey({ ...tenant, owner: maker }, ['machine.write', 'machine.read']);
    const rename = () => server.call(renameMachine, { params: { id: machine.id }, token, body: { name: 'By key' } });
    expect((await rename()).status).toBe(200);
    const role = (value: string) =>
      rowsOf(server, 'update memberships set role = $1 where user_id = $2', [value, maker.userId]);
    await role('viewer');
    expect((await rename()).error.code).toBe('forbidden');
    await rowsOf(server, 'delete from memberships where user_id = $1', [maker.userId]);
    expect((await rename()).error.code).toBe('not-found');
    expect((await server.call(listMachines, { token })).error.code).toBe('not-found');
  });

  it('gives no access after it is deleted or has expired', async () => {
    const tenant = await createTenant(server);
    const params = { orgId: tenant.organizationId };
    const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
    const soon = await makeKey(tenant, ['machine.read'], { expiresAt });
    const long = await makeKey(tenant, ['machine.read']);
    const list = (token: string) => server.call(listOrganizationMachines, { params, token });
    expect((await list(soon.key)).status).toBe(200);
    ahead += 3_600_000;
    expect((await list(soon.key)).error.code).toBe('unauthenticated');
    expect((await list(long.key)).status).toBe(200);
    const gone = { id: tenant.organizationId, keyId: long.apiKey.id };
    expect((await server.call(deleteApiKey, { params: gone, token: tenant.owner.token })).status).toBe(204);
    expect((await list(long.key)).error.code).toBe('unauthenticated');
    for (const forged of ['berth_', `berth_${'A'.repeat(43)}`, `${soon.key}A`, long.key.toLowerCase()]) {
      expect((await list(forged)).error.code).toBe('unauthenticated');
    }
  });

  it('is the actor in the audit log, with the person it acts for', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const { key: token, apiKey } = await makeKey(tenant, ['machine.write'], { name: 'Robot' });
    await server.call(renameMachine, { params: { id: machine.id }, token, body: { name: 'By key' } });
    const log = await server.call(listAudit, { params: { id: tenant.organizationId }, token: tenant.owner.token });
    expect(log.reply[0]).toMatchObject({
      actorKind: 'api-key',
      actorId: apiKey.id,
      actor: `Robot (${tenant.owner.email})`,
      action: 'machines.rename',
    });
  });
});

it('grants no role beyond its scopes, by invitation or by role change', async () => {
  const tenant = await createTenant(server);
  const member = await addMember(server, tenant, 'viewer');
  const sent = { params: { id: tenant.organizationId } };
  const rightsOfViewers: ApiKeyScope[] = ['organization.read', 'members.read', 'profile.read', 'machine.read'];
  const { key: narrow } = await makeKey(tenant, ['members.write']);
  const { key: wide } = await makeKey(tenant, ['members.write', ...rightsOfViewers]);
  const invite = (token: string, role?: 'viewer' | 'operator' | 'administrator') => {
    const body = { email: `by-key-${member.email}`, ...(role && { role }) };
    return server.call(inviteMember, { ...sent, token, body });
  };
  const promote = (token: string, role: 'viewer' | 'administrator') =>
    server.call(changeRole, { ...sent, token, body: { email: member.email, role } });
  for (const role of [undefined, 'administrator', 'operator'] as const) {
    expect((await invite(wide, role)).error.code).toBe('forbidden');
  }
  expect((await invite(narrow, 'viewer')).error.message).toContain('machine.read');
  expect((await promote(wide, 'administrator')).error.code).toBe('forbidden');
  expect((await invite(wide, 'viewer')).status).toBe(201);
  expect((await promote(wide, 'viewer')).status).toBe(200);
  expect((await invite(tenant.owner.token)).status).toBe(201);
  const administrator = await addMember(server, tenant, 'administrator');
  expect((await promote(administrator.token, 'administrator')).status).toBe(200);
});

it('cannot be created by a key, with unknown scopes, or with a past expiration date', async () => {
  const tenant = await createTenant(server);
  const params = { id: tenant.organizationId };
  const { key } = await makeKey(tenant, ['machine.read', 'members.write']);
  const make = (token: string, body: object) =>
    server.call(createApiKey, {
      params,
      token,
      body: { name: 'x', scopes: ['machine.read'], expiresAt: null, ...body } as never,
    });
  expect((await make(key, {})).error.code).toBe('forbidden');
  const { token } = tenant.owner;
  expect((await make(token, { scopes: ['keys.write'] })).error.code).toBe('invalid-input');
  expect((await make(token, { scopes: [] })).error.code).toBe('invalid-input');
  expect((await make(token, { expiresAt: '2020-01-01T00:00:00Z' })).error.faults?.[0]?.path).toBe('/expiresAt');
});

it('the number of keys is limited, also if several are created at once', async () => {
  const tenant = await createTenant(server);
  const body = { name: 'Inventory', scopes: ['machine.read' as const], expiresAt: null };
  const sent = { params: { id: tenant.organizationId }, token: tenant.owner.token, body };
  const made = await Promise.all(Array.from({ length: API_KEYS_MAX + 10 }, () => server.call(createApiKey, sent)));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(API_KEYS_MAX);
});
