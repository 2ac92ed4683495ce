import {
  assignProfile,
  changeMachineContext,
  listMachines,
  listOrganizationMachines,
  readMachine,
  readMachineContext,
  registerMachine,
  renameMachine,
  verifyMachineToken,
} from '@berth/contract/api/machines';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { describe, expect, it } from 'vitest';
import {
  addMachine,
  addMember,
  addOrganization,
  addProfile,
  createTenant,
  nonceFor,
  rowsOf,
  type Tenant,
} from '../../testing/fleet.ts';
import { createMachine, type TestMachine } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

function register(
  { owner, organizationId, profileId }: Tenant,
  { id }: Pick<TestMachine, 'id'>,
  machineToken: string,
  name?: string,
) {
  const body = { id, machineToken, organizationId, profileId, deployment: 'flex' as const, ...(name && { name }) };
  return server.call(registerMachine, { params: { id }, token: owner.token, body });
}

describe('registering', () => {
  it('makes a machine vanilla if it names no variant', async () => {
    const { owner, organizationId, profileId } = await createTenant(server);
    const machine = createMachine();
    const machineToken = await machine.token(await nonceFor(server, machine));
    const body = { id: machine.id, machineToken, organizationId, profileId };
    const { reply } = await server.call(registerMachine, { params: { id: machine.id }, token: owner.token, body });
    expect(reply.deployment).toBe('vanilla');
  });

  it('adds a machine to the organization', async () => {
    const tenant = await createTenant(server);
    const machine = createMachine();
    const { status, reply } = await register(tenant, machine, await machine.token(await nonceFor(server, machine)));
    expect(status).toBe(201);
    expect(reply).toMatchObject({
      id: machine.id,
      shortId: machine.id.slice(0, 6).toUpperCase(),
      name: machine.id.slice(0, 6).toUpperCase(),
      organizationId: tenant.organizationId,
      profileId: tenant.profileId,
      deployment: 'flex',
      online: false,
      lastSeen: null,
      desiredRevision: 1,
      appliedRevision: null,
    });
    const [row] = await rowsOf(server, 'select public_key from machine_directory where machine_id = $1', [machine.id]);
    expect(row).toEqual({ public_key: expect.objectContaining({ length: 32 }) });
  });

  it('again keeps the name and assigns the new profile', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { name: 'Counter 1' });
    const profileId = await addProfile(server, tenant, 'Night');
    const token = await machine.token(await nonceFor(server, machine));
    const { reply } = await register({ ...tenant, profileId }, machine, token);
    expect(reply).toMatchObject({ name: 'Counter 1', profileId });
  });

  it('verifies the key: foreign nonces, forged nonces, and copied IDs are rejected', async () => {
    const tenant = await createTenant(server);
    const machine = createMachine();
    const other = createMachine();
    const nonce = await nonceFor(server, machine);
    const attempts = [
      await machine.token(await nonceFor(server, other)),
      await machine.token('made.up.nonce'),
      await other.token(nonce, { sub: machine.id, aud: server.url }),
      await machine.token(nonce, { aud: 'https://another.example' }),
      'x'.repeat(64),
    ];
    for (const token of attempts) {
      const { error } = await register(tenant, machine, token);
      expect([error.status, error.code]).toEqual([401, 'invalid-machine-token']);
    }
    expect(await rowsOf(server, 'select 1 from machines where machine_id = $1', [machine.id])).toEqual([]);
  });

  it('accepts a token once, as does every other HTTP call that verifies a machine', async () => {
    const tenant = await createTenant(server);
    const machine = createMachine();
    const token = await machine.token(await nonceFor(server, machine));
    expect((await register(tenant, machine, token)).status).toBe(201);
    const again = await register(tenant, machine, token);
    expect([again.error.status, again.error.code]).toEqual([401, 'invalid-machine-token']);
    const params = { id: machine.id };
    expect((await server.call(verifyMachineToken, { params, body: { machineToken: token } })).status).toBe(401);
    const fresh = await machine.token(await nonceFor(server, machine));
    const both = await Promise.all(
      [1, 2].map(() => server.call(verifyMachineToken, { params, body: { machineToken: fresh } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('rejects a profile of another organization', async () => {
    const tenant = await createTenant(server);
    const { profileId } = await createTenant(server);
    const machine = createMachine();
    const token = await machine.token(await nonceFor(server, machine));
    expect((await register({ ...tenant, profileId }, machine, token)).error.code).toBe('not-found');
  });

  it('keeps a machine in its organization, unless the caller can remove it there', async () => {
    const first = await createTenant(server);
    const second = await createTenant(server);
    const machine = await addMachine(server, first, { name: 'Mine' });
    const token = async () => machine.token(await nonceFor(server, machine));
    expect((await register(second, machine, await token())).error.code).toBe('machine-registered-elsewhere');

    const viewer = await addMember(server, first, 'viewer');
    const ofViewer = { ...second, owner: viewer, organizationId: await addOrganization(server, viewer, 'pro') };
    const profileId = await addProfile(server, ofViewer, 'Viewer');
    const refused = await register({ ...ofViewer, profileId }, machine, await token());
    expect(refused.error.code).toBe('machine-registered-elsewhere');

    const organizationId = await addOrganization(server, first.owner, 'pro');
    const target = {
      owner: first.owner,
      organizationId,
      profileId: await addProfile(server, { ...first, organizationId }, 'New'),
    };
    const moved = await register(target, machine, await token());
    expect(moved.reply).toMatchObject({ organizationId, registeredAt: expect.any(String) });
    const rows = await rowsOf(server, 'select organization_id from machines where machine_id = $1', [machine.id]);
    expect(rows).toEqual([{ organization_id: organizationId }]);
  });

  it('of one machine in two organizations at once succeeds in one', async () => {
    const tenants = await Promise.all([createTenant(server), createTenant(server)]);
    const machine = createMachine();
    const results = await Promise.all(
      tenants.map(async (tenant) => register(tenant, machine, await machine.token(await nonceFor(server, machine)))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('token-verify', () => {
  it('returns the organization to the machine with the key only', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const verify = (machineToken: string) =>
      server.call(verifyMachineToken, { params: { id: machine.id }, body: { machineToken } });
    const { reply } = await verify(await machine.token(await nonceFor(server, machine)));
    expect(reply).toEqual({
      valid: true,
      registered: true,
      organizationId: tenant.organizationId,
      profileId: tenant.profileId,
    });
    const forged = await createMachine().token(await nonceFor(server, machine), { sub: machine.id, aud: server.url });
    expect((await verify(forged)).error.code).toBe('invalid-machine-token');

    const unknown = createMachine();
    const body = { machineToken: await unknown.token(await nonceFor(server, unknown)) };
    const fresh = await server.call(verifyMachineToken, { params: { id: unknown.id }, body });
    expect(fresh.reply).toMatchObject({ registered: false, organizationId: null });
  });
});

describe('listing', () => {
  it("finds machines by filter, within the caller's organizations", async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const names = ['Lobby left', 'Lobby right', 'Counter'];
    const machines = await Promise.all(names.map((name) => addMachine(server, tenant, { name })));
    const online = await machines[2]?.connect(server.url);
    await online?.next('welcome');
    const list = async (filter: object) => {
      const query = { filter: JSON.stringify(filter) };
      const sent = { params: { orgId: tenant.organizationId }, token, query };
      return (await server.call(listOrganizationMachines, sent)).reply.map(({ name }) => name);
    };
    expect(await list({})).toEqual(['Counter', 'Lobby left', 'Lobby right']);
    expect(await list({ where: { name: { ilike: '%lobby%' } }, order: 'name DESC' })).toEqual([
      'Lobby right',
      'Lobby left',
    ]);
    expect(await list({ where: { online: true } })).toEqual(['Counter']);
    expect(await list({ where: { or: [{ name: 'Counter' }, { name: { like: '%right' } }] } })).toEqual([
      'Counter',
      'Lobby right',
    ]);
    expect(await list({ where: { profileId: tenant.profileId, status: 'updating' } })).toEqual([]);
    const everywhere = async (filter?: object) => {
      const query = filter && { query: { filter: JSON.stringify(filter) } };
      return (await server.call(listMachines, { token, ...query })).reply.map(({ name }) => name);
    };
    expect(await everywhere()).toEqual(await list({}));
    expect(await everywhere({ where: { name: { ilike: '%lobby%' } }, order: 'name DESC', limit: 1 })).toEqual([
      'Lobby right',
    ]);
    const stranger = await server.person();
    expect((await server.call(listMachines, { token: stranger.token })).reply).toEqual([]);
    const params = { orgId: tenant.organizationId };
    const foreign = await server.call(listOrganizationMachines, { params, token: stranger.token });
    expect(foreign.error.code).toBe('not-found');
    await online?.close();
  });

  it('reads one machine with the requested fields', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { name: 'Solo' });
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    expect((await server.call(readMachine, sent)).reply.name).toBe('Solo');
    const part = await server.call(readMachine, { ...sent, query: { filter: '{"fields":["name","online"]}' } });
    expect(part.reply).toEqual({ name: 'Solo', online: false });
    const stranger = await server.person();
    expect((await server.call(readMachine, { ...sent, token: stranger.token })).error.code).toBe('not-found');
  });
});

describe('changing', () => {
  it('renames a machine and assigns a profile of its organization', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    expect((await server.call(renameMachine, { ...sent, body: { name: 'Printer 7' } })).reply.name).toBe('Printer 7');
    const profileId = await addProfile(server, tenant, 'Night');
    const assigned = await server.call(assignProfile, { ...sent, body: { profileId } });
    expect(assigned.reply).toMatchObject({ profileId, name: 'Printer 7' });
    const foreign = await createTenant(server);
    const refused = await server.call(assignProfile, { ...sent, body: { profileId: foreign.profileId } });
    expect(refused.error.code).toBe('not-found');
    const operator = await addMember(server, tenant, 'operator');
    const renaming = await server.call(renameMachine, { ...sent, token: operator.token, body: { name: 'No' } });
    expect(renaming.error.code).toBe('forbidden');
  });

  it('stores settings of one machine, with secrets encrypted and masked', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { deployment: 'flex' });
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    const sip = { enabled: true, user: 'desk', auth_pass: 'open sesame', gateway: 'sip.example.org' };
    const changed = await server.call(changeMachineContext, { ...sent, body: { machine: { flex: { sip } } } });
    expect(changed.reply).toMatchObject({ machine: { flex: { sip: { ...sip, auth_pass: SECRET_MASK } } } });
    const read = (await server.call(readMachineContext, sent)).reply;
    expect(read).toEqual(changed.reply);
    expect((await server.call(changeMachineContext, { ...sent, body: read })).status).toBe(200);
    const [row] = await rowsOf(server, 'select context from machines where machine_id = $1', [machine.id]);
    expect(JSON.stringify(row)).not.toContain('open sesame');

    const etag = String((await server.call(readMachineContext, sent)).headers.get('etag'));
    const change = () => server.call(changeMachineContext, { ...sent, headers: { 'if-match': etag }, body: read });
    const both = await Promise.all([change(), change()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);

    const link = await machine.connect(server.url);
    const { desired } = await link.next('welcome');
    expect(desired.context).toMatchObject({ machine: { flex: { sip } } });
    await link.close();

    const broken = { machine: { flex: { sip: { enabled: true } }, other: {} } };
    const refused = await server.call(changeMachineContext, { ...sent, body: broken });
    expect(refused.error.code).toBe('invalid-profile');
    expect(refused.error.faults?.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/machine/other',
        ...['user', 'auth_pass', 'gateway'].map((field) => `/machine/flex/sip/${field}`),
      ]),
    );
  });
});
