import { previewProfile } from '@berth/contract/api/impact';
import { readProfile } from '@berth/contract/api/profiles';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { describe, expect, it } from 'vitest';
import { addMachine, addProfile, createTenant, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

const webapp = (name: string, url: string) => ({ display_name: name, window_title: name, url });
const mail = webapp('Mail', 'https://mail.example.org/');
const wiki = webapp('Wiki', 'https://wiki.example.org/');
const wifi = (password: string) => ({ wifi: { client: { use_system_settings: false, ssid: 'Lobby', password } } });

async function withSessions(): Promise<Tenant> {
  const tenant = await createTenant(server);
  const definition = { thinhoc: { sessions: { webapp: [mail, wiki] } }, system: { network: wifi('first-secret') } };
  return { ...tenant, profileId: await addProfile(server, tenant, 'Office', definition) };
}

async function preview({ owner, profileId }: Tenant, definition: Record<string, unknown>, name?: string) {
  const body = { definition, ...(name === undefined ? {} : { name }) };
  return server.call(previewProfile, { params: { id: profileId }, token: owner.token, body });
}

describe('what a draft would change', () => {
  it('is listed by path, with affected machines and sessions that close', async () => {
    const tenant = await withSessions();
    const [b, a] = [await addMachine(server, tenant, { name: 'B' }), await addMachine(server, tenant, { name: 'A' })];
    await addMachine(server, { ...tenant, profileId: await addProfile(server, tenant, 'Other') });
    const link = await a.connect(server.url);
    await link.next('welcome');

    const draft = { thinhoc: { sessions: { webapp: [wiki] } }, system: { network: wifi(SECRET_MASK) } };
    const { reply } = await preview(tenant, draft);
    expect(reply.changes.map(({ path }) => path)).toContain('/definition/thinhoc/sessions/webapp/1');
    expect(reply.machines).toEqual({
      total: 2,
      online: 1,
      first: [
        { id: a.id, name: 'A', online: true },
        { id: b.id, name: 'B', online: false },
      ],
    });
    const closing = { session_type: 'webapp', session_index: 0, app_instance: null, title: 'Mail', why: 'removed' };
    expect(reply.interrupted).toEqual({ sessions: [closing], network: false });
    const after = await server.call(readProfile, { params: { id: tenant.profileId }, token: tenant.owner.token });
    expect(after.reply).toMatchObject({ revision: 1, definition: { thinhoc: { sessions: { webapp: [mail, wiki] } } } });
    await link.close();
  });

  it('is empty if the draft equals the profile, masks included', async () => {
    const tenant = await withSessions();
    await addMachine(server, tenant);
    const { token } = tenant.owner;
    const { reply } = await server.call(readProfile, { params: { id: tenant.profileId }, token });
    const { reply: impact } = await preview(tenant, reply.definition, reply.name);
    expect(impact).toEqual({
      revision: 1,
      changes: [],
      machines: { total: 0, online: 0, first: [] },
      interrupted: { sessions: [], network: false },
    });
  });

  it('shows that a secret changes, but not its value', async () => {
    const tenant = await withSessions();
    const draft = { thinhoc: { sessions: { webapp: [mail, wiki] } }, system: { network: wifi('second-secret') } };
    const { reply, json } = await preview(tenant, draft);
    const path = '/definition/system/network/wifi/client/password';
    expect(reply.changes).toEqual([{ path, before: SECRET_MASK, after: SECRET_MASK }]);
    expect(reply.interrupted).toEqual({ sessions: [], network: true });
    expect(JSON.stringify(json)).not.toMatch(/first-secret|second-secret/);
  });

  it('lists every error of an invalid draft', async () => {
    const tenant = await withSessions();
    const { error } = await preview(tenant, { thinhoc: { screensaver: { show_after: 1 } }, system: { color: 1 } });
    expect(error.code).toBe('invalid-profile');
    expect(error.faults?.map(({ path }) => path).toSorted()).toEqual([
      '/system/color',
      '/thinhoc/screensaver/show_after',
    ]);
  });
});
