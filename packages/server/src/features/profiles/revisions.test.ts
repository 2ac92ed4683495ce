import {
  changeProfile,
  compareRevisions,
  listRevisions,
  readProfile,
  readRevision,
  restoreRevision,
} from '@berth/contract/api/profiles';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { describe, expect, it } from 'vitest';
import { addMachine, addProfile, createTenant, profileOf, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { differences, type Shown } from './definition/compare.ts';

const server = await sharedServer();

function merge({ owner, profileId }: Tenant, definition: object, note?: string) {
  return server.call(changeProfile, {
    params: { id: profileId },
    token: owner.token,
    ...(note && { query: { note } }),
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { definition },
  });
}

const wifi = (password: string) => ({
  system: { network: { wifi: { client: { use_system_settings: false, ssid: 'Lobby', password } } } },
});
const scaling = (factor: number) => ({
  thinhoc: { customization: { scaling_factors: { ui_scaling_factor: factor } } },
});

describe('revisions', () => {
  it('record every change with author, time, and note, newest first', async () => {
    const tenant = await createTenant(server);
    await merge(tenant, scaling(2), 'larger for the lobby');
    await merge(tenant, scaling(3));
    const sent = { params: { id: tenant.profileId }, token: tenant.owner.token };
    const { reply } = await server.call(listRevisions, sent);
    expect(reply.map(({ revision, note }) => [revision, note])).toEqual([
      [3, null],
      [2, 'larger for the lobby'],
      [1, null],
    ]);
    expect(new Set(reply.map(({ author }) => author))).toEqual(new Set([tenant.owner.email]));
    const page = await server.call(listRevisions, { ...sent, query: { before: 3, limit: 1 } });
    expect(page.reply.map(({ revision }) => revision)).toEqual([2]);
  });

  it('can be read, compared and restored', async () => {
    const tenant = await createTenant(server);
    await merge(tenant, scaling(2));
    await merge(tenant, scaling(4));
    const { token } = tenant.owner;
    const id = tenant.profileId;
    const second = await server.call(readRevision, { params: { id, revision: 2 }, token });
    expect(second.reply.definition).toMatchObject(scaling(2));

    const path = '/definition/thinhoc/customization/scaling_factors/ui_scaling_factor';
    const compared = await server.call(compareRevisions, { params: { id }, query: { from: 1, to: 3 }, token });
    expect(compared.reply).toEqual([{ path, before: 1, after: 4 }]);

    const stale = { params: { id, revision: 1 }, token, headers: { 'if-match': '"2"' } };
    expect((await server.call(restoreRevision, stale)).error.code).toBe('revision-conflict');
    const restored = await server.call(restoreRevision, { ...stale, headers: { 'if-match': '"3"' } });
    expect(restored.reply).toMatchObject({ revision: 4, definition: scaling(1) });
    const back = await server.call(compareRevisions, { params: { id }, query: { from: 1, to: 4 }, token });
    expect(back.reply).toEqual([]);
    const unknown = await server.call(readRevision, { params: { id, revision: 99 }, token });
    expect(unknown.error.code).toBe('not-found');
  });
});

describe('secrets', () => {
  it('are encrypted at rest, masked for people, and readable by the machine only', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await merge(tenant, wifi('correct horse'));
    const shown = JSON.stringify((await profileOf(server, tenant)).definition);
    expect(shown).toContain(SECRET_MASK);
    expect(shown).not.toContain('correct horse');
    const stored = JSON.stringify(await rowsOf(server, 'select definition from profile_revisions'));
    expect(stored).toContain('sealed:v1:');
    expect(stored).not.toContain('correct horse');
    const link = await machine.connect(server.url);
    const { desired } = await link.next('welcome');
    expect(desired.profile?.definition).toMatchObject(wifi('correct horse'));
    await link.close();
  });

  it('are kept if a change contains the mask, and a comparison shows only that they changed', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const params = { id: tenant.profileId };
    await merge(tenant, wifi('correct horse'));
    const { definition } = (await server.call(readProfile, { params, token })).reply;
    const body = { definition: { ...definition, ...scaling(2) } };
    const saved = await server.call(changeProfile, { params, token, body });
    expect(saved.reply.revision).toBe(3);
    const kept = await server.call(compareRevisions, { params, token, query: { from: 2, to: 3 } });
    expect(JSON.stringify(kept.reply)).not.toContain('password');
    await merge(tenant, wifi('battery staple'));
    const changed = await server.call(compareRevisions, { params, token, query: { from: 3, to: 4 } });
    expect(changed.reply).toEqual([
      {
        path: '/definition/system/network/wifi/client/password',
        before: SECRET_MASK,
        after: SECRET_MASK,
      },
    ]);
  });

  it('cannot be created with a mask', async () => {
    const tenant = await createTenant(server);
    const { error } = await merge(tenant, wifi(SECRET_MASK));
    expect(error.code).toBe('invalid-profile');
    expect(error.faults?.[0]?.path).toBe('/system/network/wifi/client/password');
  });

  it('cannot be moved to a visible field', async () => {
    const tenant = await createTenant(server);
    await merge(tenant, wifi('correct horse'));
    const moved = await server.call(changeProfile, {
      params: { id: tenant.profileId },
      token: tenant.owner.token,
      headers: { 'content-type': 'application/json-patch+json' },
      body: [
        {
          op: 'copy',
          from: '/definition/system/network/wifi/client/password',
          path: '/definition/thinhoc/customization/info_section_content',
        },
      ],
    });
    expect(JSON.stringify(moved.reply)).not.toContain('correct horse');
  });

  it('of one organization cannot be decrypted in another', async () => {
    const first = await createTenant(server);
    const second = await createTenant(server);
    await merge(first, wifi('correct horse'));
    await addProfile(server, second, 'Target');
    // An attack with access to the database, but without the key.
    await rowsOf(
      server,
      `update profile_revisions set definition =
         (select definition from profile_revisions where profile_id = $1 and revision = 2) where profile_id = $2`,
      [first.profileId, second.profileId],
    );
    const changed = await merge(second, scaling(2));
    expect(changed.status).toBe(500);
    expect(JSON.stringify(changed.json)).not.toContain('correct horse');
  });
});

const plain = (value: unknown): Shown => ({ clear: value, masked: value });

it('lists what was added, removed, and changed, at every depth', () => {
  const before = plain({ a: 1, list: [{ x: 1 }, { x: 2 }], gone: { deep: true } });
  const after = plain({ a: 1, list: [{ x: 1 }, { x: 3 }, { x: 4 }], 'new/key': null });
  expect(differences(before, after)).toEqual([
    { path: '/list/1/x', before: 2, after: 3 },
    { path: '/list/2', after: { x: 4 } },
    { path: '/gone/deep', before: true },
    { path: '/new~1key', after: null },
  ]);
});

it('reports that a secret changed without showing its values', () => {
  const before = { clear: { password: 'old', name: 'a' }, masked: { password: '***', name: 'a' } };
  const after = { clear: { password: 'new', name: 'a' }, masked: { password: '***', name: 'a' } };
  expect(differences(before, after)).toEqual([{ path: '/password', before: '***', after: '***' }]);
  expect(differences(before, before)).toEqual([]);
});

it('reports a list that became an object as one change', () => {
  expect(differences(plain({ a: [] }), plain({ a: {} }))).toEqual([{ path: '/a', before: [], after: {} }]);
});
