import { listAudit } from '@berth/contract/api/audit';
import { rebootMachine } from '@berth/contract/api/machines';
import {
  changeAuth,
  changeSwitches,
  deleteOrganization,
  readAuth,
  readSwitches,
} from '@berth/contract/api/organization-settings';
import { readOrganization } from '@berth/contract/api/organizations';
import { CLOSE } from '@berth/contract/device/messages';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { AUTH_RULES } from '@berth/contract/testing/rules-outside-profile';
import { describe, expect, it } from 'vitest';
import { addMachine, addMember, createTenant, rowsOf } from '../../../testing/fleet.ts';
import { faultPaths, testBreaches } from '../../../testing/rule-breaches.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

describe('login settings', () => {
  it('start with defaults, are validated, and keep masked secrets', async () => {
    const tenant = await createTenant(server);
    const sent = { params: { id: tenant.organizationId }, token: tenant.owner.token };
    const first = await server.call(readAuth, sent);
    expect(first.reply.data).toMatchObject({
      'azure-ad': { enabled: false },
      ldap: { enabled: false },
      'product-id': { enabled: true },
      local: { enabled: true },
    });

    const noTenant = await server.call(changeAuth, { ...sent, body: { 'azure-ad': { enabled: true } } });
    expect(noTenant.error).toMatchObject({ status: 422, code: 'invalid-profile' });
    expect(noTenant.error.faults?.[0]?.path).toBe('/azure-ad/tenant');
    const productId = await server.call(changeAuth, { ...sent, body: { 'product-id': { enabled: false } } });
    expect(productId.error.faults?.[0]?.path).toBe('/product-id/enabled');

    const ldap = {
      enabled: true,
      url: 'ldaps://ldap.example.org',
      'base-dn': 'dc=example',
      'bind-password': 'hush hush',
    };
    const headers = { 'if-match': String(first.headers.get('etag')) };
    const changed = await server.call(changeAuth, { ...sent, headers, body: { ldap } });
    expect(changed.reply.data).toMatchObject({ ldap: { ...ldap, 'bind-password': SECRET_MASK } });
    expect((await server.call(changeAuth, { ...sent, headers, body: {} })).error.code).toBe('revision-conflict');
    const back = await server.call(changeAuth, { ...sent, body: changed.reply.data });
    expect(back.reply.data).toEqual(changed.reply.data);
    const moved = {
      ...changed.reply.data,
      ldap: { ...ldap, url: 'ldap://evil.example', 'bind-password': SECRET_MASK },
    };
    const refused = await server.call(changeAuth, { ...sent, body: moved });
    expect(refused.error.faults).toMatchObject([{ path: '/ldap/bind-password', rule: 'lost-secret' }]);
    const rows = JSON.stringify(await rowsOf(server, 'select auth from organizations'));
    expect(rows).toContain('sealed:v1:');
    expect(rows).not.toContain('hush hush');
  });

  it('are in the audit log before and after, with masked secrets, and whether a secret was replaced', async () => {
    const tenant = await createTenant(server);
    const sent = { params: { id: tenant.organizationId }, token: tenant.owner.token };
    const ldap = { enabled: true, url: 'ldaps://ldap.example.org', 'base-dn': 'dc=example', 'bind-password': 'one' };
    const first = await server.call(changeAuth, { ...sent, body: { ldap } });
    const renamed = { ldap: { ...ldap, 'base-dn': 'dc=other', 'bind-password': SECRET_MASK } };
    await server.call(changeAuth, { ...sent, body: renamed });
    await server.call(changeAuth, { ...sent, body: { ldap: { ...renamed.ldap, 'bind-password': 'two' } } });
    await server.call(changeSwitches, { ...sent, body: { shellCommands: true } });
    const log = (await server.call(listAudit, sent)).reply;
    expect(log.find(({ action }) => action === changeSwitches.id)).toMatchObject({
      before: { shellCommands: false },
      after: { shellCommands: true },
    });
    const [third, second] = log.filter(({ action }) => action === changeAuth.id);
    expect(second).toMatchObject({ before: first.reply.data, after: renamed });
    expect(second?.before).not.toHaveProperty('replacesSecret');
    expect(third?.before).toMatchObject({ replacesSecret: true });
    expect(JSON.stringify(log)).not.toMatch(/"(one|two)"|sealed:v1/);
  });

  it('are not available to operators', async () => {
    const tenant = await createTenant(server);
    const { token } = await addMember(server, tenant, 'operator');
    expect((await server.call(readAuth, { params: { id: tenant.organizationId }, token })).error.code).toBe(
      'forbidden',
    );
  });
});

describe('valid login settings are saved, invalid ones rejected with the field name', () => {
  testBreaches(AUTH_RULES, async (body) => {
    const tenant = await createTenant(server);
    const sent = { params: { id: tenant.organizationId }, token: tenant.owner.token };
    const { status, json } = await server.call(changeAuth, { ...sent, body: Object(body) });
    const stored = (await server.call(readAuth, sent)).reply.data;
    return { saved: status === 200, refused: faultPaths(json), stored };
  });
});

describe('the switch for shell commands', () => {
  it('is off until an administrator turns it on', async () => {
    const tenant = await createTenant(server);
    const sent = { params: { id: tenant.organizationId }, token: tenant.owner.token };
    expect((await server.call(readSwitches, sent)).reply).toEqual({ shellCommands: false });
    const viewer = await addMember(server, tenant, 'viewer');
    const refused = await server.call(changeSwitches, { ...sent, token: viewer.token, body: { shellCommands: true } });
    expect(refused.error.code).toBe('forbidden');
    await server.call(changeSwitches, { ...sent, body: { shellCommands: true } });
    expect((await server.call(readSwitches, sent)).reply).toEqual({ shellCommands: true });
  });
});

describe('deleting an organization', () => {
  it('requires a platform administrator, and ends everything in it', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const params = { id: tenant.organizationId };
    const refused = await server.call(deleteOrganization, { params, token: tenant.owner.token });
    expect(refused.error.code).toBe('forbidden');

    const support = await server.person({ permissions: [PLATFORM_ADMIN] });
    expect((await server.call(readOrganization, { params, token: support.token })).error.code).toBe('not-found');
    expect((await server.call(deleteOrganization, { params, token: support.token })).status).toBe(204);
    expect(await link.closed).toBe(CLOSE.removed);
    const { token } = tenant.owner;
    expect((await server.call(readOrganization, { params, token })).error.code).toBe('not-found');
    expect((await server.call(rebootMachine, { params: { id: machine.id }, token })).error.code).toBe('not-found');
    expect(await rowsOf(server, 'select 1 from machine_directory where machine_id = $1', [machine.id])).toEqual([]);
    expect((await server.call(deleteOrganization, { params, token: support.token })).error.code).toBe('not-found');
  });
});
