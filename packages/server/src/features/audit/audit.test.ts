import { createHash } from 'node:crypto';
import {
  type AuditEntry,
  exportAudit,
  type ListedAuditEntry,
  listAudit,
  listOwnAudit,
  verifyAudit,
} from '@berth/contract/api/audit';
import { notifyMachine, renameMachine } from '@berth/contract/api/machines';
import { changeOrganization } from '@berth/contract/api/organizations';
import { changeProfile } from '@berth/contract/api/profiles';
import { eventually } from '@berth/testing/wait';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { csvLine } from '../../http/download.ts';
import { addMachine, addMember, createTenant, profileOf, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

async function log({ owner, organizationId: id }: Tenant, filter: object = {}): Promise<ListedAuditEntry[]> {
  const query = { filter: JSON.stringify(filter) };
  return (await server.call(listAudit, { params: { id }, query, token: owner.token })).reply;
}

async function verify({ owner, organizationId: id }: Tenant) {
  return (await server.call(verifyAudit, { params: { id }, token: owner.token })).reply;
}

function rename(tenant: Tenant, id: string, name: string) {
  return server.call(renameMachine, { params: { id: id as never }, token: tenant.owner.token, body: { name } });
}

describe('an entry', () => {
  it('records actor, action, target, address, and the values before and after', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { name: 'Old' });
    const { headers } = await rename(tenant, machine.id, 'New');
    const [entry] = await log(tenant);
    expect(entry).toMatchObject({
      actorKind: 'person',
      actorId: tenant.owner.userId,
      actor: tenant.owner.email,
      action: 'machines.rename',
      targetKind: 'machine',
      targetId: machine.id,
      requestId: headers.get('x-request-id'),
      before: { name: 'Old' },
      after: { name: 'New' },
    });
    expect(entry?.address).toMatch(/127\.0\.0\.1|::1/);
    expect(Math.abs(Date.parse(entry?.time ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('shows the names of machines and profiles, and is found by them', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { name: 'Reception' });
    const found = async (where: object) =>
      (await log(tenant, { where })).map(({ actorName, action, targetName }) => [actorName, action, targetName]);
    await rename(tenant, machine.id, 'Front desk');
    const { email } = tenant.owner;
    const renamed = [email, 'machines.rename', 'Front desk'];
    // All entries show the current name, and a search by the old name finds none of them.
    expect(await found({ targetName: { ilike: '%front D%' } })).toContainEqual(renamed);
    expect(await found({ targetName: { ilike: '%Reception%' } })).toEqual([]);
    const { name } = await profileOf(server, tenant);
    expect(await found({ targetName: name, targetKind: 'profile' })).toEqual([[email, 'profiles.create', name]]);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const message = { params: { id: machine.id }, token: tenant.owner.token, body: { msg: 'Lunch' } };
    const { id } = (await server.call(notifyMachine, message)).reply;
    await link.next('command');
    link.send({ type: 'result', id, ok: true, output: '' });
    await eventually(async () => {
      expect(await found({ actorName: 'Front desk' })).toEqual([['Front desk', 'commands.finished', null]]);
    });
    expect(await found({ command: { inq: ['notify'] } })).toEqual([['Front desk', 'commands.finished', null]]);
    await link.close();
  });

  it('is listed even if the database cannot parse its text', async () => {
    const tenant = await createTenant(server);
    const id = tenant.organizationId;
    const after_json = JSON.stringify({ name: 'half \ud800 pair' });
    const entry = JSON.stringify([{ actor_kind: 'system', actor: 'test', action: 'schedules.run', after_json }]);
    await rowsOf(
      server,
      `select set_config('berth.organization_id', '${id}', false); select append_audit('${id}', $json$${entry}$json$)`,
    );
    expect((await log(tenant, { limit: 1 }))[0]).toMatchObject({ targetName: null });
    expect(await log(tenant, { where: { targetName: { ilike: '%half%' } } })).toEqual([]);
  });

  it('is written for every change since the organization was created, machine commands included', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const body = { msg: 'Fire drill at noon' };
    await server.call(notifyMachine, { params: { id: machine.id }, token: tenant.owner.token, body });
    const entries = await log(tenant);
    expect(entries.map(({ action }) => action)).toEqual([
      'machines.notify',
      'machines.register',
      'profiles.create',
      'organizations.create',
    ]);
    expect(entries[0]).toMatchObject({ targetId: machine.id, after: body });
  });

  it('is not written for failed calls and reads', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const before = await log(tenant);
    const viewer = await addMember(server, tenant, 'viewer');
    const params = { id: tenant.organizationId };
    await server.call(changeOrganization, { params, token: viewer.token, body: { name: 'Mine now' } });
    await rename(tenant, machine.id, '');
    await profileOf(server, tenant);
    expect(await log(tenant)).toEqual(before);
  });

  it('shows that a secret changed, but not the secret', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const wifi = { mode: 'client', client: { use_system_settings: false, ssid: 'Office', password: 'correct horse' } };
    const changed = await server.call(changeProfile, {
      params: { id: tenant.profileId },
      token: tenant.owner.token,
      body: { definition: { system: { network: { wifi } } } },
    });
    expect(changed.status).toBe(200);
    const [entry] = await log(tenant);
    expect(entry).toMatchObject({ before: { revision: 1 }, after: { revision: 2 } });
    expect(JSON.stringify(entry?.after)).toContain('/definition/system/network/wifi/client/password');
    expect(JSON.stringify(entry?.after)).toContain('Office');
    const stored = JSON.stringify(await rowsOf(server, 'select * from audit_entries'));
    expect(stored).not.toContain('correct horse');
    // The machine's short-lived token is not stored either.
    const [registered] = await log(tenant, { where: { targetId: machine.id } });
    expect(registered?.after).toMatchObject({ machineToken: '••••••••' });
  });

  it("about a person's own account is visible to that person only", async () => {
    const tenant = await createTenant(server);
    const own = (token: string) => server.call(listOwnAudit, { token });
    expect((await own(tenant.owner.token)).reply.map(({ action }) => action)).toEqual(['organizations.create']);
    const administrator = await addMember(server, tenant, 'administrator');
    expect((await own(administrator.token)).reply).toEqual([]);
  });
});

describe('searching', () => {
  it('finds by actor, action, target and time', async () => {
    const tenant = await createTenant(server);
    const [one, two] = [await addMachine(server, tenant), await addMachine(server, tenant)];
    await rename(tenant, one.id, 'First');
    await rename(tenant, two.id, 'Second');
    const colleague = await addMember(server, tenant, 'administrator');
    await rename({ ...tenant, owner: colleague }, one.id, 'Third');

    const names = (entries: AuditEntry[]) => entries.map(({ after }) => (after as { name: string }).name);
    const action = 'machines.rename';
    expect(names(await log(tenant, { where: { action, targetId: one.id } }))).toEqual(['Third', 'First']);
    expect(names(await log(tenant, { where: { action, actor: colleague.email } }))).toEqual(['Third']);
    expect(names(await log(tenant, { where: { action }, order: 'time ASC', limit: 1 }))).toEqual(['First']);
    const [, second] = await log(tenant, { where: { action } });
    expect(names(await log(tenant, { where: { action, time: { gt: second?.time } } }))).toEqual(['Third']);
    expect(await log(tenant, { where: { time: { lt: '2020-01-01' } } })).toEqual([]);
  });
});

describe('the chain', () => {
  it('has no gaps or forks under concurrent writes', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const results = await Promise.all(Array.from({ length: 40 }, (_, at) => rename(tenant, machine.id, `Name ${at}`)));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(40);
    const entries = await log(tenant, { order: 'sequence ASC' });
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => at + 1));
    const head = entries.at(-1)?.hash;
    expect(await verify(tenant)).toMatchObject({
      intact: true,
      entries: entries.length,
      brokenAt: null,
      head,
      disputedBy: [],
    });
  });

  it('cannot be changed by the application or by an ordinary statement of the owner', async () => {
    const { organizationId } = await createTenant(server);
    const change = (statement: string) =>
      inTenant(server.database.db, { organizationId }, (tx) => sql.raw(statement).execute(tx));
    for (const statement of ['update audit_entries set actor = $$x$$', 'delete from audit_entries']) {
      await expect(change(statement)).rejects.toThrow('permission denied');
      await expect(rowsOf(server, statement)).rejects.toThrow('only ever added to');
    }
    await expect(change('insert into audit_entries select * from audit_entries')).rejects.toThrow('permission denied');
    await expect(change('update audit_heads set sequence = 0')).rejects.toThrow('permission denied');
    await expect(rowsOf(server, 'truncate audit_entries')).rejects.toThrow('only ever added to');
  });

  it('accepts no entries from a transaction of another organization', async () => {
    const { organizationId } = await createTenant(server);
    const other = await createTenant(server);
    const forged = inTenant(server.database.db, { organizationId }, (tx) =>
      sql`select append_audit(${other.organizationId}::uuid, '[]')`.execute(tx),
    );
    await expect(forged).rejects.toThrow("not the transaction's");
  });

  it.each([
    ['a changed entry', "update audit_entries set after_json = '{}' where sequence = 2", 2],
    ['a changed time', "update audit_entries set time = time + interval '1 s' where sequence = 2", 2],
    ['a removed entry', 'delete from audit_entries where sequence = 2', 2],
    ['a removed end', 'delete from audit_entries where sequence = 3', 3],
    [
      'a swapped order',
      `update audit_entries set sequence = 15 - sequence where sequence > 1;
       update audit_entries set sequence = sequence - 10 where sequence > 9`,
      2,
    ],
  ])('reveals %s made with the trigger disabled', async (_, tampering, brokenAt) => {
    const tenant = await createTenant(server);
    await addMachine(server, tenant);
    expect(await verify(tenant)).toMatchObject({ intact: true, entries: 3 });
    // Only the organization's entries; the person has a separate chain.
    const own = tampering.replaceAll('where', `where chain_id = '${tenant.organizationId}' and`);
    const all = ['disable', 'enable'].map((each) => `alter table audit_entries ${each} trigger all`);
    await rowsOf(server, all.join(`; ${own}; `));
    expect(await verify(tenant)).toMatchObject({ intact: false, entries: brokenAt - 1, brokenAt });
  });
});

describe('an export', () => {
  async function exported({ owner, organizationId: id }: Tenant, format: 'csv' | 'json'): Promise<Response> {
    const headers = { authorization: `Bearer ${owner.token}` };
    return fetch(`${server.url}/api/organizations/${id}/audit/export?format=${format}`, { headers });
  }

  it('can be verified with SHA-256 alone', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await rename(tenant, machine.id, 'Ünï "quoted" \\ 😀 \u00ad');
    const response = await exported(tenant, 'json');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const entries = (await response.json()) as AuditEntry[];
    expect(entries).toHaveLength(4);
    let previous = createHash('sha256').update(tenant.organizationId).digest();
    for (const entry of entries) {
      const text = (value: unknown) => (value === null ? null : JSON.stringify(value));
      const place = [tenant.organizationId, String(entry.sequence), new Date(entry.time).toISOString()];
      const actor = [entry.actorKind, entry.actorId, entry.actor];
      const target = [entry.action, entry.targetKind, entry.targetId];
      const details = [entry.address, entry.requestId, text(entry.before), text(entry.after)];
      const parts = [...place, ...actor, ...target, ...details];
      const line = `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;
      previous = createHash('sha256').update(previous).update(line).digest();
      expect(entry.hash).toBe(previous.toString('hex'));
    }
  });

  it('contains the same entries as CSV', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await rename(tenant, machine.id, 'a,"b"');
    const response = await exported(tenant, 'csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toBe(
      'sequence,time,actorKind,actorId,actor,action,targetKind,targetId,address,requestId,before,after,previousHash,hash',
    );
    expect(lines).toHaveLength(1 + 4 + 1);
    expect(lines[4]).toContain('"{""name"":""a,\\""b\\""""}"');
  });

  it('has no cell that a spreadsheet would run as a formula', () => {
    expect(csvLine(['=1+1', '+1', '-1', '@SUM(A1)', 'a\r\nb', '']).trimEnd()).toBe(`'=1+1,'+1,'-1,'@SUM(A1),"a\r\nb",`);
    expect(csvLine(['＝1+1', '＋1', '－1', '＠SUM(A1)']).trimEnd()).toBe("'＝1+1,'＋1,'－1,'＠SUM(A1)");
    expect(csvLine(['a\t=1+1', 'a;=1+1']).trimEnd()).toBe('"a\t=1+1","a;=1+1"');
  });

  it('separates cells by semicolons if asked, for the spreadsheets of most countries', async () => {
    const { owner, organizationId: id } = await createTenant(server);
    const query = { format: 'csv', separator: 'semicolon' } as const;
    const { reply } = await server.call(exportAudit, { params: { id }, token: owner.token, query });
    expect(reply).toMatch(/^sequence;time;actorKind;/);
    expect(csvLine(['a;b', 'c,d'], 'semicolon')).toBe('"a;b";"c,d"\r\n');
  });

  it('rejects other formats and conditions on unknown fields', async () => {
    const { owner, organizationId: id } = await createTenant(server);
    const ask = (query: Record<string, string>) =>
      server.call(exportAudit, { params: { id }, token: owner.token, query: query as never });
    expect((await ask({ format: 'xml' })).error.code).toBe('invalid-input');
    expect((await ask({ format: 'csv', filter: '{"where":{"hash":"x"}}' })).error.code).toBe('invalid-filter');
  });
});
