import { changeMachines } from '@berth/contract/api/fleet';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { listMachines, listOrganizationMachines } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Tx } from '../../db/connection.ts';
import { asUser } from '../../db/transaction.ts';
import { listQuery } from '../../http/filter/list-query.ts';
import { addProfile, createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { machineListing } from './listing.ts';
import { machinePage } from './paging.ts';

/** In the natural order. */
const NAMES = [
  '0E10AB',
  '10ABCD',
  '9ABCDE',
  'ante',
  'Äther',
  'Desk 2',
  'desk 06',
  'Desk 6',
  'Desk 10',
  'Desk 10a',
  'Hall 10abcd',
  'Hall 9abcde',
  'Zenith',
];

const server = await sharedServer();
const tenant = await createTenant(server);
const wing = await addProfile(server, tenant, 'Wing 10');
const halls = await addProfile(server, tenant, 'Wing 9');
// Machines without an agent, registered in another order.
const given = [...NAMES].sort().map((name, n) => [name, n % 2 === 0 ? wing : halls]);
await rowsOf(
  server,
  `insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by, registered_at)
    select $1::uuid, md5($1::uuid::text || (value ->> 0)), value ->> 0, 'flex', (value ->> 1)::uuid, 'test', '2026-01-02'
    from jsonb_array_elements($2::jsonb)`,
  [tenant.organizationId, JSON.stringify(given)],
);
await rowsOf(
  server,
  `insert into machine_states (organization_id, machine_id, agent_version, apply_error)
    select organization_id, machine_id, case when name collate "C" < 'a' then '1.10.0' else '1.9.0' end, 'x'
    from machines where organization_id = $1`,
  [tenant.organizationId],
);

const call = () => ({ params: { orgId: tenant.organizationId }, token: tenant.owner.token });

async function list(filter: object) {
  const query = { filter: JSON.stringify(filter) };
  return (await server.call(listOrganizationMachines, { ...call(), query })).reply;
}

async function names(filter: object): Promise<readonly string[]> {
  return (await list(filter)).map(({ name }) => name);
}

describe('the order of names', () => {
  it.each([
    ['all', {}],
    ['a search', { where: { name: { ilike: '%e%' } } }],
    ['a search for many letters', { where: { name: { ilike: '%desk%' } } }],
    ['what states answer', { where: { faulty: true } }],
    ['what the profile answers', { where: { faulty: true, name: { ilike: '%desk%' } } }],
    ['those registered at once', { order: 'registeredAt ASC' }],
    ['those of one deployment', { order: 'deployment ASC' }],
    ['those in one state', { order: 'standing ASC' }],
    ['two fields', { order: ['deployment ASC', 'standing ASC', 'name ASC'] }],
  ])('sorts numbers naturally: %s', async (_, filter) => {
    const found = await names(filter);
    expect(found.length).toBeGreaterThan(3);
    expect(found).toEqual(NAMES.filter((name) => found.includes(name)));
    expect(await names({ ...filter, order: 'name DESC' })).toEqual(found.toReversed());
  });

  it('uses the second sort term, in both lists', async () => {
    const { token } = tenant.owner;
    const all = async (filter: object) =>
      (await server.call(listMachines, { token, query: { filter: JSON.stringify(filter) } })).reply;
    for (const read of [list, all]) {
      for (const first of ['deployment', 'registeredAt', 'standing', 'lastSeen']) {
        const order = async (...terms: string[]) => (await read({ order: terms })).map(({ name }) => name);
        expect(await order(`${first} ASC`, 'name DESC')).toEqual(NAMES.toReversed());
        expect(await order(`${first} DESC`, 'name ASC')).toEqual(NAMES);
        const ids = (await read({ order: [`${first} ASC`, 'id DESC'] })).map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted().toReversed());
      }
    }
  });

  it('matches name comparison, so that paging can continue from a name', async () => {
    const read: string[] = [];
    for (let last: string | undefined; read.length < NAMES.length; last = read.at(-1)) {
      read.push(...(await names({ limit: 1, ...(last !== undefined && { where: { name: { gt: last } } }) })));
    }
    expect(read).toEqual(NAMES);
    expect(await names({ where: { name: { between: ['Desk 2', 'Desk 10'] } } })).toEqual([
      'Desk 2',
      'desk 06',
      'Desk 6',
      'Desk 10',
    ]);
    expect(await names({ where: { name: 'desk 6' } })).toEqual([]);
  });

  it('applies to profiles and versions, too', async () => {
    const ofProfiles = (await list({ order: 'profile ASC' })).map(({ profileId }) => profileId);
    expect(new Set(ofProfiles)).toEqual(new Set([ofProfiles[0], ofProfiles.at(-1)]));
    const { name } = (await rowsOf(server, 'select name from profiles where profile_id = $1', [ofProfiles[0]]))[0] as {
      name: string;
    };
    expect(name).toBe('Wing 9');
    const versions = (await list({ order: 'agentVersion DESC' })).map(({ agentVersion }) => agentVersion);
    expect([versions[0], versions.at(-1)]).toEqual(['1.10.0', '1.9.0']);
  });

  it('applies to tags, and reordering them is no change', async () => {
    const [machine] = await list({ limit: 1 });
    const id = machine?.id as MachineId;
    const { reply } = await server.call(tagMachine, {
      params: { id },
      token: tenant.owner.token,
      body: { tags: ['floor-10', 'floor-9'] },
    });
    expect(reply.tags).toEqual(['floor-9', 'floor-10']);
    const add = async (addTags: string[]) => {
      const body = { machineIds: [id], addTags };
      return (await server.call(changeMachines, { ...call(), body })).reply.changed;
    };
    expect(await add(['floor-1'])).toBe(1);
    expect((await list({ limit: 1 }))[0]?.tags).toEqual(['floor-1', 'floor-9', 'floor-10']);
    // As stored by an earlier version.
    await rowsOf(server, "update machines set tags = '{floor-10,floor-9}' where machine_id = $1", [id]);
    expect(await add(['floor-9'])).toBe(0);
  });

  it.each(['name', 'registeredAt', 'deployment', 'lastSeen', 'standing', 'agentVersion', 'appliedRevision'])(
    'by %s uses an index, in both directions',
    async (field) => {
      for (const direction of ['ASC', 'DESC']) {
        const filter = JSON.stringify({ order: `${field} ${direction}` });
        const plan = await asUser(server.database.db, { userId: tenant.owner.userId }, (tx) => planOf(tx, filter));
        expect(plan).toMatch(/Index(?: Only)? Scan/);
        expect(plan).not.toContain('Sort');
      }
    },
  );
});

/** The query plan of a page: it only sorts if no index has the order. */
async function planOf(tx: Tx, filter: string): Promise<string> {
  const { page } = await machinePage(
    tx,
    tenant.organizationId,
    listQuery(
      filter,
      machineListing(() => []),
    ),
  );
  await sql`set local enable_sort = off`.execute(tx);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${page}`.execute(tx);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('machines not seen for 30 days', () => {
  it('are left out of the device list, and found by a filter', async () => {
    const [old] = await list({ limit: 1 });
    // As the gateway stores it when a connection ends.
    const goneSince = (days: number) =>
      rowsOf(
        server,
        `update machine_states set gone_at = now() - case machine_id when $2 then make_interval(days => $3) else '1 day' end
          where organization_id = $1`,
        [tenant.organizationId, old?.id, days],
      );
    await goneSince(31);
    expect(await names({ where: { unseen: true } })).toEqual([old?.name]);
    expect(await names({ where: { unseen: false } })).toEqual(NAMES.filter((name) => name !== old?.name));
    await goneSince(29);
    expect(await names({ where: { unseen: true } })).toEqual([]);
  });
});
