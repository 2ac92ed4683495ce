import {
  changeProfile,
  duplicateProfile,
  exportProfile,
  importProfile,
  listRevisions,
  type ProfileFile,
  readProfile,
} from '@berth/contract/api/profiles';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { describe, expect, it } from 'vitest';
import { addMachine, addProfile, createTenant, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

const definition = (ssid: string, password: string) => ({
  system: { network: { wifi: { client: { use_system_settings: false, ssid, password } } } },
});

async function withWifi(): Promise<Tenant> {
  const tenant = await createTenant(server);
  const profileId = await addProfile(server, tenant, 'Lobby', definition('Lobby', 'first-secret'));
  return { ...tenant, profileId };
}

async function fileOf({ owner, profileId }: Tenant, revision?: number): Promise<ProfileFile> {
  const query = revision === undefined ? {} : { revision };
  const sent = await server.call(exportProfile, { params: { id: profileId }, query, token: owner.token });
  expect(sent.headers.get('content-disposition')).toMatch(/^attachment; filename="Lobby.json"/);
  return sent.json as ProfileFile;
}

function importFile({ owner, organizationId }: Tenant, file: unknown, name?: string) {
  return server.call(importProfile, {
    params: { orgId: organizationId },
    query: name === undefined ? {} : { name },
    body: file as Record<string, unknown>,
    token: owner.token,
  });
}

describe('a duplicate', () => {
  it('has the definition with its secrets, another name, and its own history', async () => {
    const tenant = await withWifi();
    const { token } = tenant.owner;
    await server.call(changeProfile, { params: { id: tenant.profileId }, token, body: { name: 'Lobby 2' } });
    const body = { name: 'Copy of Lobby' };
    const { status, reply } = await server.call(duplicateProfile, { params: { id: tenant.profileId }, token, body });
    expect(status).toBe(201);

    const copy = await server.call(readProfile, { params: { id: reply.id }, token });
    expect(copy.reply).toMatchObject({
      name: 'Copy of Lobby',
      revision: 1,
      definition: definition('Lobby', SECRET_MASK),
    });
    expect((await server.call(listRevisions, { params: { id: reply.id }, token })).reply).toHaveLength(1);
    const machine = await addMachine(server, { ...tenant, profileId: reply.id });
    const { desired } = await (await machine.connect(server.url)).next('welcome');
    expect(desired.profile?.definition).toMatchObject(definition('Lobby', 'first-secret'));
  });

  it('requires its own name, and Pro', async () => {
    const { owner, profileId } = await createTenant(server);
    const sent = { params: { id: profileId }, token: owner.token, body: { name: 'front desk' } };
    expect((await server.call(duplicateProfile, sent)).error.code).toBe('name-taken');
    const free = await createTenant(server, 'free');
    const second = { params: { id: free.profileId }, token: free.owner.token, body: { name: 'Second' } };
    expect((await server.call(duplicateProfile, second)).error.code).toBe('upgrade-required');
  });
});

describe('a profile file', () => {
  it('contains everything but secrets, for any revision', async () => {
    const tenant = await withWifi();
    await server.call(changeProfile, {
      params: { id: tenant.profileId },
      token: tenant.owner.token,
      body: { definition: definition('Printer', 'another-secret') },
    });
    const file = await fileOf(tenant);
    expect(file).toMatchObject({ format: 'berth-profile', version: 1, name: 'Lobby', deployment: 'vanilla' });
    expect(file.definition).toMatchObject(definition('Printer', SECRET_MASK));
    expect((await fileOf(tenant, 1)).definition).toMatchObject(definition('Lobby', SECRET_MASK));
    const unknown = { params: { id: tenant.profileId }, query: { revision: 9 }, token: tenant.owner.token };
    expect((await server.call(exportProfile, unknown)).error.code).toBe('not-found');
  });

  it('is imported after its secrets are entered again', async () => {
    const tenant = await withWifi();
    const file = await fileOf(tenant);
    const elsewhere = await createTenant(server);
    const { error } = await importFile(elsewhere, file);
    expect(error.code).toBe('invalid-profile');
    const path = '/definition/system/network/wifi/client/password';
    expect(error.faults).toEqual([expect.objectContaining({ path, rule: 'lost-secret' })]);

    Object.assign(file.definition, definition('Lobby', 'second-secret'));
    const imported = await importFile(elsewhere, file, 'Lobby of theirs');
    expect(imported.status).toBe(201);
    const { token } = elsewhere.owner;
    const { reply } = await server.call(readProfile, { params: { id: imported.reply.id }, token });
    expect(reply).toMatchObject({ name: 'Lobby of theirs', definition: definition('Lobby', SECRET_MASK) });
    expect((await importFile(elsewhere, file, 'Lobby of theirs')).error.code).toBe('name-taken');
  });

  it('is rejected with the path of every error', async () => {
    const tenant = await createTenant(server);
    const { error } = await importFile(tenant, {
      format: 'berth-profile',
      version: 2,
      name: '',
      definition: { thinhoc: { screensaver: { show_after: 1 } }, system: { auth: { mode: 'nobody' } } },
      more: true,
    });
    expect(error.code).toBe('invalid-profile');
    const paths = [...new Set(error.faults?.map(({ path }) => path))].toSorted();
    expect(paths).toEqual([
      '/definition/system/auth/mode',
      '/definition/thinhoc/screensaver/show_after',
      '/more',
      '/name',
      '/version',
    ]);
    expect((await importFile(tenant, { definition: 'none' })).error.faults?.map(({ path }) => path)).toContain(
      '/format',
    );
  });
});
