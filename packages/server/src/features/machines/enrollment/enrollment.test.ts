import {
  createEnrollmentCode,
  deleteEnrollmentCode,
  enrollMachine,
  listEnrollmentCodes,
} from '@berth/contract/api/enrollment';
import { readMachine } from '@berth/contract/api/machines';
import { ENROLLMENT_CODES_MAX } from '@berth/contract/limits';
import { describe, expect, it } from 'vitest';
import { addMachine, addMember, createTenant, nonceFor, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import { createMachine, type TestMachine } from '../../../testing/machine.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

function createCode({ owner, organizationId, profileId }: Tenant, uses = 1) {
  return server.call(createEnrollmentCode, {
    params: { orgId: organizationId },
    token: owner.token,
    body: { profileId, deployment: 'flex', tags: ['zero-touch'], uses, validHours: 24 },
  });
}

async function enroll(machine: TestMachine, code: string, name?: string) {
  const machineToken = await machine.token(await nonceFor(server, machine));
  const body = { machineToken, code, ...(name && { name }) };
  return server.call(enrollMachine, { params: { id: machine.id }, body });
}

describe('an enrollment code', () => {
  it('registers machines without a login, up to its number of uses', async () => {
    const tenant = await createTenant(server);
    const { code, usesLeft } = (await createCode(tenant, 2)).reply;
    expect(usesLeft).toBe(2);
    const [first, second, third] = [createMachine(), createMachine(), createMachine()];
    const { status, reply } = await enroll(first, code.toLowerCase().replaceAll('-', ' '), 'Kiosk 1');
    expect([status, reply.profileId]).toEqual([201, tenant.profileId]);
    const read = await server.call(readMachine, { params: { id: first.id }, token: tenant.owner.token });
    expect(read.reply).toMatchObject({ name: 'Kiosk 1', deployment: 'flex', tags: ['zero-touch'] });
    const link = await first.connect(server.url);
    await link.next('welcome');
    await link.close();

    // A repeated call, as after a lost reply, uses no code.
    expect((await enroll(first, code)).status).toBe(201);
    expect((await enroll(second, code)).status).toBe(201);
    expect((await enroll(second, code)).status).toBe(201);
    expect((await enroll(third, code)).error.code).toBe('invalid-code');
    const audited = await rowsOf(server, "select actor_kind from audit_entries where action = 'enrolment.enrol'");
    expect(audited.length).toBe(4);
  });

  it('registers no machine that the audit log would not show', async () => {
    const tenant = await createTenant(server);
    const { code } = (await createCode(tenant)).reply;
    const machine = createMachine();
    await rowsOf(
      server,
      `create function stop_log() returns trigger language plpgsql as $$ begin raise 'no log'; end $$;
       create trigger stop before insert on audit_entries for each row execute function stop_log()`,
    );
    const failed = await enroll(machine, code);
    await rowsOf(server, 'drop trigger stop on audit_entries; drop function stop_log()');
    expect(failed.status).toBe(500);
    const read = () => server.call(readMachine, { params: { id: machine.id }, token: tenant.owner.token });
    expect((await read()).status).toBe(404);
    expect((await enroll(machine, code)).status).toBe(201);
    expect((await read()).status).toBe(200);
  });

  it('is refused beyond a maximum of valid ones, also if several are created at once', async () => {
    const tenant = await createTenant(server);
    const { id } = (await createCode(tenant)).reply;
    const copy = (count: number, expires: string) =>
      rowsOf(
        server,
        `insert into enrolment_codes (organization_id, code_id, code_hash, hint, profile_id, deployment, tags, uses_left,
           expires_at, created_by)
         select organization_id, gen_random_uuid(), uuid_send(gen_random_uuid()), hint, profile_id, deployment, tags, 1,
           now() + $3::interval, created_by from enrolment_codes, generate_series(1, $2) where code_id = $1`,
        [id, count, expires],
      );
    await copy(50, '-1 hour');
    await copy(ENROLLMENT_CODES_MAX - 2, '1 hour');
    const made = await Promise.all([1, 2, 3].map(() => createCode(tenant)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.error.code).toBe('too-many-enrollment-codes');
  });

  it('admits as many as it has uses, also concurrently', async () => {
    const { code } = (await createCode(await createTenant(server), 3)).reply;
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await enroll(createMachine(), code)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  });

  it('is invalid when expired, deleted, or forged, or without the machine key', async () => {
    const tenant = await createTenant(server);
    const { owner, organizationId } = tenant;
    const over = (await createCode(tenant)).reply;
    await rowsOf(server, "update enrolment_codes set expires_at = now() - interval '1 second' where code_id = $1", [
      over.id,
    ]);
    expect((await enroll(createMachine(), over.code)).error.code).toBe('invalid-code');
    const deleted = (await createCode(tenant)).reply;
    const params = { orgId: organizationId, codeId: deleted.id };
    expect((await server.call(deleteEnrollmentCode, { params, token: owner.token })).status).toBe(204);
    expect((await enroll(createMachine(), deleted.code)).error.code).toBe('invalid-code');
    expect((await enroll(createMachine(), 'AAAAA-BBBBB-CCCCC-DDDDD')).error.code).toBe('invalid-code');
    const { code } = (await createCode(tenant)).reply;
    const [machine, other] = [createMachine(), createMachine()];
    const machineToken = await other.token(await nonceFor(server, machine), { sub: machine.id, aud: server.url });
    const forged = await server.call(enrollMachine, { params: { id: machine.id }, body: { machineToken, code } });
    expect(forged.error.code).toBe('invalid-machine-token');
  });

  it('does not take a machine from another organization', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const { code } = (await createCode(await createTenant(server))).reply;
    expect((await enroll(machine, code)).error.code).toBe('machine-registered-elsewhere');
  });

  it('is shown in full once, stored as a hash, and visible only with the permission to register', async () => {
    const tenant = await createTenant(server);
    const { code, id } = (await createCode(tenant)).reply;
    const sent = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
    const listed = (await server.call(listEnrollmentCodes, sent)).reply;
    expect(listed).toMatchObject([{ id, hint: code.slice(-4), usesLeft: 1 }]);
    expect(JSON.stringify(listed)).not.toContain(code);
    expect(JSON.stringify(await rowsOf(server, 'select * from enrolment_codes'))).not.toContain(code);
    expect(JSON.stringify(await rowsOf(server, 'select * from audit_entries'))).not.toContain(code);
    const operator = await addMember(server, tenant, 'operator');
    const refused = await server.call(listEnrollmentCodes, { ...sent, token: operator.token });
    expect(refused.error.code).toBe('forbidden');
  });
});
