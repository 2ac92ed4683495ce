import { randomBytes, randomUUID } from 'node:crypto';
import { createApiKey } from '@berth/contract/api/api-keys';
import { reportEditor } from '@berth/contract/api/profiles';
import type { OrganizationId, ProfileId, UserId } from '@berth/contract/ids';
import { EDITOR_LOST_MS } from '@berth/contract/limits';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callEndpoint } from '../../testing/client.ts';
import { addMember, createTenant, type Tenant } from '../../testing/fleet.ts';
import { bootNodes, type TestNodes } from '../../testing/nodes.ts';
import { createEditors } from './editors.ts';

let nodes: TestNodes;
let now = Date.now();
beforeAll(async () => {
  nodes = await bootNodes({ clock: { now: () => now } });
});
afterAll(() => nodes?.stop());

const FIELD = '/thinhoc/customization/color_primary';

type Who = { readonly token: string };

/** A console page of a user that has a tenant's profile open. */
function openPage({ profileId }: Tenant, { token }: Who, url = nodes.first.url) {
  const page = randomBytes(8).toString('hex');
  return async (field: string | null, leaves = false) => {
    const sent = { params: { id: profileId }, token, body: { page, field, leaves } };
    return callEndpoint(url, reportEditor, sent);
  };
}

it('names the other people with the profile open, each once with the field of their focus, until they leave', async () => {
  const tenant = await createTenant(nodes.first);
  const ada = await addMember(nodes.first, tenant, 'administrator');
  const [owners, adas, second] = [openPage(tenant, tenant.owner), openPage(tenant, ada), openPage(tenant, ada)];
  expect((await owners(null)).reply).toEqual([]);
  expect((await adas(FIELD)).reply).toEqual([{ email: tenant.owner.email, field: null }]);
  await second(null);
  expect((await owners(null)).reply).toEqual([{ email: ada.email, field: FIELD }]);
  await adas(null, true);
  expect((await owners(null)).reply).toEqual([{ email: ada.email, field: null }]);
  await second(null, true);
  expect((await owners(null)).reply).toEqual([]);
});

it('tells pages on other nodes, also of leaving', async () => {
  const tenant = await createTenant(nodes.first);
  const ada = await addMember(nodes.first, tenant, 'viewer');
  const [here, there] = [openPage(tenant, tenant.owner), openPage(tenant, ada, nodes.second)];
  await there(FIELD);
  await vi.waitFor(async () => expect((await here(null)).reply).toEqual([{ email: ada.email, field: FIELD }]));
  await there(null, true);
  await vi.waitFor(async () => expect((await here(null)).reply).toEqual([]));
});

it('forgets a page that stopped reporting', async () => {
  const tenant = await createTenant(nodes.first);
  const ada = await addMember(nodes.first, tenant, 'administrator');
  const owners = openPage(tenant, tenant.owner);
  await openPage(tenant, ada)(FIELD);
  now += EDITOR_LOST_MS;
  expect((await owners(null)).reply).toHaveLength(1);
  now += 1;
  expect((await owners(null)).reply).toEqual([]);
});

it('drops profiles that no one has open, so that memory does not grow', () => {
  const bus = { publish: () => undefined, subscribe: () => () => undefined };
  let at = 0;
  const editors = createEditors(bus, { now: () => at });
  const organizationId = randomUUID() as OrganizationId;
  const [userId, other] = [randomUUID() as UserId, randomUUID() as UserId];
  const report = (profileId: ProfileId) =>
    editors.report({ organizationId, profileId }, { userId, email: 'ada@example.org', page: 'a', field: null }, false);
  const kept = randomUUID() as ProfileId;
  for (; at < 10 * EDITOR_LOST_MS; at += EDITOR_LOST_MS / 10) {
    report(kept);
    report(randomUUID() as ProfileId);
  }
  expect(editors.size).toBeLessThanOrEqual(12);
  expect(editors.others({ organizationId, profileId: kept }, other)).toHaveLength(1);
});

it('is isolated between organizations', async () => {
  const [tenant, other] = [await createTenant(nodes.first), await createTenant(nodes.first)];
  const owners = openPage(tenant, tenant.owner);
  await owners(FIELD);
  const strange = await openPage(tenant, other.owner)(FIELD);
  expect(strange.status).toBe(404);
  expect((await openPage(other, other.owner)(null)).reply).toEqual([]);
  expect((await owners(null)).reply).toEqual([]);
});

it('does not present programs with an API key as people', async () => {
  const tenant = await createTenant(nodes.first);
  const body = { name: 'Inventory', scopes: ['profile.read' as const], expiresAt: null };
  const ada = await addMember(nodes.first, tenant, 'administrator');
  const made = await nodes.first.call(createApiKey, { params: { id: tenant.organizationId }, token: ada.token, body });
  const owners = openPage(tenant, tenant.owner);
  await owners(FIELD);
  const program = openPage(tenant, { token: made.reply.key });
  expect((await program(FIELD)).reply).toEqual([{ email: tenant.owner.email, field: FIELD }]);
  expect((await owners(null)).reply).toEqual([]);
});
