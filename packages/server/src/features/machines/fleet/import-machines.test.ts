import { randomUUID } from 'node:crypto';
import { listAudit } from '@berth/contract/api/audit';
import { BATCH_MACHINES_MAX } from '@berth/contract/api/command-batches';
import { countByProfile, exportMachines, importMachines, previewImport } from '@berth/contract/api/fleet';
import { listOrganizationMachines, type Machine } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import type { MachineId, ProfileId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import { addMachine, addMember, addProfile, createTenant, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';
import { readImport } from './read-import.ts';

const server = await sharedServer();

const called = ({ owner, organizationId }: Tenant) => ({ params: { orgId: organizationId }, token: owner.token });
const preview = async (tenant: Tenant, csv: string) =>
  (await server.call(previewImport, { ...called(tenant), body: { csv } })).reply;

async function machinesOf(tenant: Tenant): Promise<Pick<Machine, 'name' | 'tags' | 'profileId'>[]> {
  const { reply } = await server.call(listOrganizationMachines, called(tenant));
  return reply.map(({ name, tags, profileId }) => ({ name, tags, profileId }));
}

async function actionsOf(tenant: Tenant): Promise<string[]> {
  const { organizationId, owner } = tenant;
  const { reply } = await server.call(listAudit, { params: { id: organizationId }, token: owner.token });
  return reply.map(({ action }) => action).filter((action) => action.startsWith('fleet.'));
}

async function tenantWithTwo() {
  const tenant = await createTenant(server);
  const desk = await addMachine(server, tenant, { name: 'Desk' });
  const ward = await addMachine(server, tenant, { name: 'Ward' });
  await rowsOf(server, 'update machine_states set hardware = $2 where machine_id = $1', [
    ward.id,
    '{"serial": "SN-7"}',
  ]);
  const kiosk = await addProfile(server, tenant, 'Kiosk');
  return { tenant, desk, ward, kiosk };
}

it('the dry run lists what would change and writes nothing; the import does it and is in the audit log', async () => {
  const { tenant, desk, ward, kiosk } = await tenantWithTwo();
  const csv = [
    'id,serial,name,tags,profileName,agentVersion,constructor',
    `${desk.id},,"Desk, 1",lobby floor:2,,4.2.0,`,
    ',SN-7,,,Kiosk,,',
    '',
  ].join('\r\n');
  const before = await machinesOf(tenant);
  expect(await preview(tenant, csv)).toEqual({
    rows: 2,
    ignored: ['agentVersion', 'constructor'],
    faults: [],
    changes: [
      { id: desk.id, current: 'Desk', name: 'Desk, 1', tags: ['lobby', 'floor:2'] },
      { id: ward.id, current: 'Ward', profile: 'Kiosk' },
    ],
  });
  expect(await machinesOf(tenant)).toEqual(before);
  expect(await actionsOf(tenant)).toEqual([]);
  const done = await server.call(importMachines, { ...called(tenant), body: { csv } });
  expect(done.reply.changed).toBe(2);
  expect(await machinesOf(tenant)).toEqual([
    { name: 'Desk, 1', tags: ['floor:2', 'lobby'], profileId: tenant.profileId },
    { name: 'Ward', tags: [], profileId: kiosk },
  ]);
  expect(await actionsOf(tenant)).toEqual(['fleet.import', 'fleet.import']);
  expect((await preview(tenant, csv)).changes).toEqual([]);
  const back = await server.call(importMachines, { ...called(tenant), body: { csv: done.reply.undo ?? '' } });
  expect(back.reply.changed).toBe(2);
  expect(await machinesOf(tenant)).toEqual(before);
});

it('cannot be undone for a machine that had no profile', async () => {
  const { tenant, desk } = await tenantWithTwo();
  await rowsOf(server, 'update machines set profile_id = null where machine_id = $1', [desk.id]);
  const { reply } = await server.call(importMachines, {
    ...called(tenant),
    body: { csv: `id,profile\n${desk.id},Kiosk` },
  });
  expect(reply).toEqual({ changed: 1, undo: null });
});

it('reports every fault with row, column, and rule, and imports nothing if there is one', async () => {
  const { tenant, desk, ward } = await tenantWithTwo();
  const csv = [
    'id;name;tags;profile',
    `${desk.id};Front desk;;`,
    'ffffff;X;;',
    `${ward.id};Ward 1;ok not!ok;Nowhere`,
    `${desk.id};Again;;`,
    ';Nobody;;',
    `${ward.id};short`,
    `${ward.id};"Two\nlines";;`,
    `${ward.id};a "quote";;`,
  ].join('\n');
  const { faults } = await preview(tenant, csv);
  expect(faults.map(({ line, column, rule }) => `${line} ${column} ${rule}`)).toEqual([
    '3 id machine-unknown',
    '4 tags tag-invalid',
    '4 profile profile-unknown',
    '5 id machine-twice',
    '6 id machine-missing',
    '7 id row-incomplete',
    '8 id machine-twice',
    '8 name name-invalid',
    '10 id row-incomplete',
  ]);
  const before = await machinesOf(tenant);
  const { error } = await server.call(importMachines, { ...called(tenant), body: { csv } });
  expect(error.code).toBe('invalid-input');
  expect(error.faults?.map(({ path }) => path)).toContain('/4/tags');
  expect(await machinesOf(tenant)).toEqual(before);
  expect(await actionsOf(tenant)).toEqual([]);
  expect((await preview(tenant, 'name\nDesk')).faults).toMatchObject([{ line: 1, rule: 'machine-missing' }]);
});

it('reads what spreadsheets save: an export with semicolons, tabs, and a line that names the separator', async () => {
  const { tenant, desk } = await tenantWithTwo();
  const exported = await server.call(exportMachines, { ...called(tenant), query: { separator: 'semicolon' } });
  const [head = '', ...rows] = exported.reply.split('\r\n');
  expect(head).toMatch(/^id;shortId;name;/);
  const renamed = [head, ...rows.map((row) => row.replace(';Desk;', ';"Desk; left, by the window";'))].join('\r\n');
  const { changes, faults } = await preview(tenant, renamed);
  expect([changes, faults]).toEqual([[{ id: desk.id, current: 'Desk', name: 'Desk; left, by the window' }], []]);
  const named = { id: desk.id, current: 'Desk', name: 'Küche, links' };
  expect((await preview(tenant, `id\tname\r\n${desk.id}\tKüche, links\r\n`)).changes).toEqual([named]);
  const own = await preview(tenant, `sep=;\r\nid;name\r\n${desk.id};Küche, links\r\nNobody;Name\r\n`);
  expect(own.changes).toEqual([named]);
  expect(own.faults).toEqual([{ line: 4, column: 'id', rule: 'machine-unknown', value: 'Nobody' }]);
  expect((await preview(tenant, 'sep=;\r\nname;tags\r\n')).faults).toMatchObject([
    { line: 2, rule: 'machine-missing' },
  ]);
});

it('rejects machines of other organizations, and callers who may only read', async () => {
  const { tenant, desk } = await tenantWithTwo();
  const other = await createTenant(server);
  const csv = `id,name\n${desk.id},Mine`;
  expect((await preview(other, csv)).faults).toMatchObject([{ rule: 'machine-unknown' }]);
  const viewer = await addMember(server, tenant, 'viewer');
  const asViewer = { ...called(tenant), token: viewer.token, body: { csv } };
  expect((await server.call(importMachines, asViewer)).error.code).toBe('forbidden');
  expect((await server.call(previewImport, asViewer)).error.code).toBe('forbidden');
});

it('counts the machines of each profile, and those with an outdated revision', async () => {
  const { tenant, desk } = await tenantWithTwo();
  const shows = 'update machine_states set applied_profile_id = $2, applied_revision = 1 where machine_id = $1';
  await rowsOf(server, shows, [desk.id, tenant.profileId]);
  const params = { id: tenant.profileId };
  await server.call(changeProfile, { params, token: tenant.owner.token, body: { name: 'Newer' } });
  const { reply } = await server.call(countByProfile, called(tenant));
  expect(reply).toEqual([{ profileId: tenant.profileId, machines: 2, online: 0, outdated: 2 }]);
});

it('looks a profile up without comparing each row with each profile: meanwhile, the server answers nobody', () => {
  let read = 0;
  const profiles = Array.from({ length: 500 }, (_, index) => ({
    id: randomUUID() as ProfileId,
    get name() {
      read += 1;
      return `Profile ${index}`;
    },
  }));
  const id = 'a'.repeat(64) as MachineId;
  const machines = [{ id, name: 'Desk', serial: null, tags: [], profileId: null, note: '' }];
  const { rows } = readImport(`id,profile\n${`${id},Profile 499\n`.repeat(200)}`, { machines, profiles });
  expect(rows).toBe(200);
  expect(read).toBeLessThan(2_000);
});

it('a file is read only as far as its rows may be imported', async () => {
  const csv = `id\n${'x\n'.repeat(500_000)}`;
  const { rows, faults } = readImport(csv, { machines: [], profiles: [] });
  expect([rows, faults.length]).toEqual([BATCH_MACHINES_MAX + 1, BATCH_MACHINES_MAX + 1]);
  const tenant = await createTenant(server);
  const refused = await server.call(previewImport, { ...called(tenant), body: { csv } });
  expect(refused.error.faults).toMatchObject([{ path: '/csv', rule: 'maxItems' }]);
});
