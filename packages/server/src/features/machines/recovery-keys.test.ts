import { readRecoveryKey, removeMachine, storeRecoveryKey } from '@berth/contract/api/machine-actions';
import { registerMachine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { ROLES } from '@berth/contract/rules/permissions';
import { describe, expect, it } from 'vitest';
import { addMachine, addMember, createTenant, nonceFor, rowsOf } from '../../testing/fleet.ts';
import { createMachine, type TestMachine } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

const keyOf = (letter: string) => Array.from({ length: 8 }, () => letter.repeat(8)).join('-');
const KEY = keyOf('c');

async function store(machine: TestMachine, recoveryKey = KEY, signer = machine) {
  const machineToken = await signer.token(await nonceFor(server, machine), { sub: machine.id, aud: server.url });
  return server.call(storeRecoveryKey, { params: { id: machine.id }, body: { machineToken, recoveryKey } });
}

const read = (id: MachineId, token: string) => server.call(readRecoveryKey, { params: { id }, token });

const entriesOf = ({ id }: TestMachine) =>
  rowsOf(
    server,
    'select action, actor_kind, actor, before_json, after_json from audit_entries where target_id = $1 order by sequence',
    [id],
  );

describe('the recovery key of a machine’s disk', () => {
  it('is read by who may, and every reading is recorded without the key', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    expect((await read(machine.id, tenant.owner.token)).error.code).toBe('no-recovery-key');
    expect((await store(machine)).status).toBe(204);
    const { status, reply } = await read(machine.id, tenant.owner.token);
    expect([status, reply.recoveryKey]).toEqual([200, KEY]);
    await read(machine.id, tenant.owner.token);
    const entries = (await entriesOf(machine)).slice(-3);
    expect(entries).toMatchObject([
      { action: 'recoveryKeys.store', actor_kind: 'machine', actor: machine.id },
      { action: 'recoveryKeys.read', actor_kind: 'person', actor: tenant.owner.email },
      { action: 'recoveryKeys.read', actor_kind: 'person', actor: tenant.owner.email },
    ]);
    expect(JSON.stringify(entries)).not.toContain(KEY);
  });

  it.each(ROLES)('is read by %s only with the permission', async (role) => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await store(machine);
    const person = role === 'owner' ? tenant.owner : await addMember(server, tenant, role);
    const { status } = await read(machine.id, person.token);
    expect(status).toBe(role === 'owner' || role === 'administrator' ? 200 : 403);
  });

  it('is not found from another organization', async () => {
    const machine = await addMachine(server, await createTenant(server));
    await store(machine);
    const stranger = await createTenant(server);
    expect((await read(machine.id, stranger.owner.token)).error.code).toBe('not-found');
  });

  it('is encrypted at rest, for this machine alone', async () => {
    const tenant = await createTenant(server);
    const [machine, other] = [await addMachine(server, tenant), await addMachine(server, tenant)];
    await store(machine);
    await store(other, keyOf('b'));
    const query = 'select sealed_key from machine_recovery_keys where machine_id = $1';
    const [row] = (await rowsOf(server, query, [machine.id])) as { sealed_key: string }[];
    expect(row?.sealed_key).toMatch(/^sealed:v1:/);
    expect(row?.sealed_key).not.toContain('cccc');
    await rowsOf(server, 'update machine_recovery_keys set sealed_key = $1 where machine_id = $2', [
      row?.sealed_key,
      other.id,
    ]);
    const swapped = await read(other.id, tenant.owner.token);
    expect(swapped.status).toBe(500);
    expect(JSON.stringify(swapped.json)).not.toContain(KEY);
    // As after a change of the server's secret: the machine's key replaces what cannot be opened.
    expect((await store(other)).status).toBe(204);
    expect((await read(other.id, tenant.owner.token)).reply.recoveryKey).toBe(KEY);
  });

  it('is stored and recorded once, however often the machine repeats it, and replaced by a new one', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await store(machine);
    await store(machine);
    expect(await entriesOf(machine)).toHaveLength(2);
    await store(machine, keyOf('b'));
    expect((await read(machine.id, tenant.owner.token)).reply.recoveryKey).toBe(keyOf('b'));
  });

  it('is accepted only from the machine itself, in its form, and while it is registered', async () => {
    const machine = await addMachine(server, await createTenant(server));
    expect((await store(machine, KEY, createMachine())).error.code).toBe('invalid-machine-token');
    expect((await store(machine, 'guess')).error.code).toBe('invalid-input');
    expect((await store(createMachine())).error.code).toBe('not-found');
  });

  it('is removed with the machine, and does not follow it to another organization', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await store(machine);
    await server.call(removeMachine, { params: { id: machine.id }, token: tenant.owner.token });
    expect(await rowsOf(server, 'select from machine_recovery_keys where machine_id = $1', [machine.id])).toEqual([]);

    const moved = await addMachine(server, tenant);
    await store(moved);
    const next = { ...(await createTenant(server)), owner: tenant.owner };
    await addOwner(next.organizationId, tenant.owner.userId, tenant.owner.email);
    const machineToken = await moved.token(await nonceFor(server, moved));
    const { organizationId, profileId } = next;
    const body = { id: moved.id, machineToken, organizationId, profileId };
    const call = await server.call(registerMachine, { params: { id: moved.id }, token: tenant.owner.token, body });
    expect(call.status).toBe(201);
    expect((await read(moved.id, tenant.owner.token)).error.code).toBe('no-recovery-key');
    await store(moved);
    expect((await read(moved.id, tenant.owner.token)).reply.recoveryKey).toBe(KEY);
  });
});

const addOwner = (organizationId: string, userId: string, email: string) =>
  rowsOf(
    server,
    "insert into memberships (organization_id, user_id, email, role) values ($1, $2, $3, 'administrator')",
    [organizationId, userId, email],
  );
