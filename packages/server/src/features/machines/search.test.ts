import { changeMachines, summarizeMachines } from '@berth/contract/api/fleet';
import { removeMachine, tagMachine } from '@berth/contract/api/machine-actions';
import { assignProfile, listOrganizationMachines, readMachine, renameMachine } from '@berth/contract/api/machines';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { eventually } from '@berth/testing/wait';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { asUser, inTenant } from '../../db/transaction.ts';
import { addMachine, addProfile, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { machinesWithIds } from './machine-sources.ts';

const server = await sharedServer();

const called = ({ owner, organizationId }: Tenant) => ({ params: { orgId: organizationId }, token: owner.token });

/** Machines without agents, in the order of their ID numbers. */
async function fill({ organizationId, profileId }: Tenant, names: readonly string[]): Promise<void> {
  const machines = `
    insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by)
      select $1::uuid, md5($1::uuid::text || n), name, 'flex', $2, 'test'
      from unnest($3::text[]) with ordinality as given (name, n)`;
  await rowsOf(server, machines, [organizationId, profileId, names]);
  const states = `
    insert into machine_states (organization_id, machine_id)
      select organization_id, machine_id from machines where organization_id = $1`;
  await rowsOf(server, states, [organizationId]);
}

async function list(tenant: Tenant, filter: object): Promise<readonly string[]> {
  const query = { filter: JSON.stringify({ limit: 1_000, ...filter }) };
  const { reply } = await server.call(listOrganizationMachines, { ...called(tenant), query });
  return reply.map(({ name, id }) => `${name} ${id}`);
}

/** The result of the trigram index; null if names are scanned in order. */
function candidateIds(
  tx: Parameters<Parameters<typeof inTenant>[2]>[0],
  organization: OrganizationId,
  pattern: string,
) {
  return sql<{ ids: string[] | null }>`select find_machines(${organization}, ${[pattern]}, '{}', 1000) as ids`
    .execute(tx)
    .then(({ rows }) => rows[0]?.ids);
}

it('reads only the requested columns of machines found by ID', async () => {
  const tenant = await createTenant(server);
  const machines = machinesWithIds(tenant.organizationId, ['a', 'b'], 'states and profiles');
  const { rows } = await inTenant(server.database.db, tenant, (tx) =>
    sql<object>`explain (verbose) select m.name, s.status from ${machines}`.execute(tx),
  );
  const plan = JSON.stringify(rows);
  expect(plan).toContain('machines.name');
  expect(plan).not.toContain('machines.search');
  expect(plan).not.toContain('machine_states.lookup');
});

describe('a search', () => {
  const NAMES = [
    'Table 042',
    'table 420',
    'TABLE',
    'Krähe',
    'KRÄHE 2',
    'Kra\u0308he',
    'straße',
    'STRASSE',
    'İstanbul',
    'ISTANBUL',
    'ıstanbul',
    'istanbul',
    'ΣΊΣΥΦΟΣ',
    'σίσυφος',
    '100 % sure',
    '100 _ sure',
    'a\\b\\c',
    '\\\\share',
    "O'Neil",
    'a%b',
    '🏢🏢🏢 room',
    '🏢',
    '👩‍👩‍👧',
    '東京駅',
    'Москва 1',
    'москва 2',
    'ab',
    'a',
    '   ',
    '"quoted"',
    '$1 {x}',
    'cab',
    'x'.repeat(64),
  ];
  const SEARCHED = [
    '%table%',
    '%TABLE 0%',
    'table',
    'table%',
    '%42',
    '%rähe%',
    '%RÄHE%',
    '%stra%',
    '%straß%',
    '%STRASS%',
    '%stanbul%',
    '%İst%',
    '%ıst%',
    '%IST%',
    '%ΣΊΣ%',
    '%υφος%',
    '%ΥΦΟΣ',
    '%100 \\% s%',
    '%100 \\_ s%',
    '%0 _ s%',
    '%a\\\\b\\\\c%',
    '%\\\\\\\\share%',
    '%share\\',
    '%a\\%b%',
    "%O'N%",
    '%🏢🏢🏢%',
    '%🏢%',
    '%👩‍👩%',
    '%東京駅%',
    '%東京%',
    '%МОСКВА%',
    '%осква _',
    '',
    '%',
    '%%',
    '_',
    '__',
    '___',
    '%a%',
    '%ab%',
    '%cab%',
    '%c_b%',
    '%cr%an%42%',
    '%   %',
    '%"quoted"%',
    '%$1 {%',
    '%xxx%',
    '%xxxxxxxx%y%',
    '%nowhere%',
    '%nne\\%',
    '%\\c\\r\\a\\n%',
    '%cra%e 4%',
    '%e 4%cra%',
  ];

  it('finds the same with and without an index', async () => {
    const tenant = await createTenant(server);
    await fill(tenant, NAMES);
    const byIndex: string[] = [];
    for (const pattern of SEARCHED) {
      const like = { name: { ilike: pattern } };
      // No index covers this search: names are scanned.
      const read = { or: [like, { deployment: 'none' }] };
      const all = await list(tenant, { where: read });
      expect(await list(tenant, { where: like }), pattern).toEqual(all);
      expect(await list(tenant, { where: like, order: 'agentVersion DESC' }), pattern).toEqual(
        await list(tenant, { where: read, order: 'agentVersion DESC' }),
      );
      const query = { filter: JSON.stringify({ where: like }) };
      const { reply } = await server.call(summarizeMachines, { ...called(tenant), query });
      expect(reply.total, pattern).toBe(all.length);
      const scope = { organizationId: tenant.organizationId };
      const ids = await inTenant(server.database.db, scope, (tx) =>
        candidateIds(tx, tenant.organizationId, pattern.replace(/(?<!\\)\\$/, '\\\\')),
      );
      if (ids) byIndex.push(pattern);
      // May find more, because it searches more than the name.
      if (ids) expect(ids, pattern).toEqual(expect.arrayContaining(all.map((line) => line.split(' ').at(-1))));
    }
    expect(byIndex).toEqual(expect.arrayContaining(['%table%', '%RÄHE%', '%🏢🏢🏢%', '%100 \\% s%', '%nowhere%']));
    // Without three consecutive characters the index cannot be used.
    expect(byIndex).not.toEqual(expect.arrayContaining(['%ab%']));
    expect(byIndex.filter((pattern) => /^[%_]*.{0,2}[%_]*$/u.test(pattern))).toEqual([]);
  });

  it('finds machines by name or by the start of an ID', async () => {
    const tenant = await createTenant(server);
    await fill(tenant, ['Printer 1', 'Printer 2', 'Room']);
    const [, second = ''] = await list(tenant, {});
    const [id = ''] = second.split(' ').slice(-1);
    const either = (...parts: object[]) => list(tenant, { where: { or: parts } });
    const start = `${id.slice(0, 8)}%`;
    expect(await either({ name: { ilike: '%room%' } }, { id: { like: start } })).toHaveLength(2);
    expect(await either({ name: { ilike: '%room%' } }, { id: { ilike: start.toUpperCase() } })).toHaveLength(2);
    expect(await either({ name: { ilike: '%room%' } }, { id: { like: 'room%' } })).toHaveLength(1);
    expect(await either({ name: { ilike: '%printer 2%' } }, { id: { like: start } })).toEqual([second]);
  });

  it('scans names if most of them match', async () => {
    const tenant = await createTenant(server);
    await fill(
      tenant,
      Array.from({ length: 60 }, (_, index) => `Office ${index}`),
    );
    const find = (pattern: string) =>
      inTenant(server.database.db, tenant, (tx) => candidateIds(tx, tenant.organizationId, pattern));
    expect(await find('%office%')).toBeNull();
    expect(await find('%office 5%')).toHaveLength(11);
    expect(await list(tenant, { where: { name: { ilike: '%OFFICE%' } } })).toHaveLength(60);
  });

  it('finds no machines of other organizations', async () => {
    const [own, foreign] = [await createTenant(server), await createTenant(server)];
    await fill(own, ['Table 1', 'Table 2']);
    await fill(foreign, ['Table 3']);
    const { db } = server.database;
    const userId = foreign.owner.userId;
    expect(await inTenant(db, foreign, (tx) => candidateIds(tx, own.organizationId, '%table%'))).toEqual([]);
    expect(await asUser(db, { userId }, (tx) => candidateIds(tx, own.organizationId, '%table%'))).toEqual([]);
    expect(await asUser(db, { userId }, (tx) => candidateIds(tx, foreign.organizationId, '%table%'))).toHaveLength(1);
    expect(await db.app.transaction().execute((tx) => candidateIds(tx, own.organizationId, '%table%'))).toEqual([]);
    await expect(
      db.system.transaction().execute((tx) => candidateIds(tx, own.organizationId, '%table%')),
    ).rejects.toThrow('permission denied');
  });
});

describe('a search over all searchable fields of a machine', () => {
  const HARDWARE = {
    model: 'HP t640',
    cpu: 'AMD',
    memoryMb: 8_192,
    os: 'Debian',
    serial: '8CC1430K2Z',
    interfaces: [
      { name: 'wlan0', mac: '02:00:5e:00:53:01', addresses: ['fe80::1'] },
      { name: 'eth0', mac: '02:00:5e:00:53:02', addresses: ['2001:db8::7', '10.20.4.31'] },
    ],
  };
  const found = async (tenant: Tenant, text: string) =>
    (await list(tenant, { where: { search: { ilike: `%${text}%` } } })).map((line) => line.split(' ')[0]);

  it('finds it by name, tag, address, model, serial number, and who is logged in', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { name: 'Aufnahme' });
    await addMachine(server, tenant, { name: 'Signage' });
    const token = tenant.owner.token;
    await server.call(tagMachine, { params: { id: machine.id }, token, body: { tags: ['Hamburg'] } });
    const link = await machine.connect(server.url, { hardware: HARDWARE, loggedIn: 'm.lindqvist' });
    const texts = ['aufn', 'hambu', '20.4.31', '2001:DB8', '00:53:02', 't640', '8cc1430', 'LINDQVIST'];
    for (const text of texts) {
      await eventually(async () => expect(await found(tenant, text), text).toEqual(['Aufnahme']));
      expect(
        (await inTenant(server.database.db, tenant, (tx) => candidateIds(tx, tenant.organizationId, `%${text}%`)))
          ?.length,
      ).toBe(1);
    }
    const { reply } = await server.call(readMachine, { params: { id: machine.id }, token });
    expect(reply).toMatchObject({
      ipAddress: '10.20.4.31',
      model: 'HP t640',
      serial: '8CC1430K2Z',
      loggedIn: 'm.lindqvist',
    });
    expect(await list(tenant, { where: { ipAddress: '10.20.4.31' }, order: 'ipAddress ASC' })).toHaveLength(1);
    await link.close();
    // No logged-in user is known for an offline machine.
    await eventually(async () => expect(await found(tenant, 'lindqvist')).toEqual([]));
    expect((await server.call(readMachine, { params: { id: machine.id }, token })).reply.loggedIn).toBeNull();
    expect(await found(tenant, '8cc1430')).toEqual(['Aufnahme']);
    await server.call(renameMachine, { params: { id: machine.id }, token, body: { name: 'Empfang' } });
    await server.call(tagMachine, { params: { id: machine.id }, token, body: { tags: ['Kiel'] } });
    expect([await found(tenant, 'empf'), await found(tenant, 'kiel'), await found(tenant, 'hamburg')]).toEqual([
      ['Empfang'],
      ['Empfang'],
      [],
    ]);
  });
});

it('does not rewrite what a search compares when a machine connects or disconnects', async () => {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  const hardware = {
    model: 'HP t640',
    cpu: 'AMD',
    memoryMb: 8_192,
    os: 'Debian',
    serial: '8CC1430K2Z',
    interfaces: [],
  };
  const written = () =>
    rowsOf(
      server,
      `select l.lookup, l.xmin::text as by, s.online
        from machine_lookups l join machine_states s using (organization_id, machine_id) where machine_id = $1`,
      [machine.id],
    );
  const isThere = (online: boolean) =>
    eventually(async () => {
      const rows = await written();
      expect(rows).toEqual([{ lookup: expect.stringContaining('8cc1430k2z'), by: expect.any(String), online }]);
      return (rows[0] as { readonly by: string }).by;
    });
  const first = await machine.connect(server.url, { hardware });
  const by = await isThere(true);
  await first.close();
  expect(await isThere(false)).toBe(by);
  const second = await machine.connect(server.url, { hardware });
  expect(await isThere(true)).toBe(by);
  await second.close();
});

describe('a far page', () => {
  it('is the same when read from either end', async () => {
    const tenant = await createTenant(server);
    const count = 1_105;
    await fill(
      tenant,
      Array.from({ length: count }, (_, index) => `Table ${index % 3} ${(index * 7) % 1_000}`),
    );
    for (const order of ['name DESC', 'lastSeen ASC']) {
      for (const skip of [501, 563, count - 40, count + 1]) {
        const page = { order, skip, limit: 60 };
        // The number of matches is unknown in advance for any filter.
        const forwards = await list(tenant, { ...page, where: { deployment: 'flex' } });
        expect(await list(tenant, page), `${order} ${skip}`).toEqual(forwards);
        expect(forwards).toHaveLength(Math.min(60, Math.max(0, count - skip)));
      }
    }
  });
});

describe('the number of machines that show a profile', () => {
  const counted = (organizationId: string) =>
    rowsOf(
      server,
      `select profile_id, machines from machine_counts where organization_id = $1 and machines <> 0 order by 1`,
      [organizationId],
    );
  const there = (organizationId: string) =>
    rowsOf(
      server,
      `select coalesce(profile_id, '00000000-0000-0000-0000-000000000000') as profile_id, count(*) as machines
         from machines where organization_id = $1 group by 1 order by 1`,
      [organizationId],
    );

  it('stays correct through every change', async () => {
    const tenant = await createTenant(server);
    const { organizationId, owner } = tenant;
    const night = await addProfile(server, tenant, 'Night');
    const machines = await Promise.all(['A', 'B', 'C', 'D'].map((name) => addMachine(server, tenant, { name })));
    const ids = machines.map(({ id }) => id);
    const [first = '' as MachineId, ...others] = ids;
    const steps: readonly [string, () => Promise<unknown>][] = [
      ['registered', async () => undefined],
      [
        'assigned',
        () => server.call(assignProfile, { params: { id: first }, token: owner.token, body: { profileId: night } }),
      ],
      [
        'many at once',
        () => server.call(changeMachines, { ...called(tenant), body: { machineIds: others, profileId: night } }),
      ],
      ['none', () => rowsOf(server, 'update machines set profile_id = null where machine_id = any ($1)', [others])],
      [
        'tags only',
        () => rowsOf(server, `update machines set tags = '{a}' where organization_id = $1`, [organizationId]),
      ],
      ['removed', () => server.call(removeMachine, { params: { id: first }, token: owner.token })],
    ];
    for (const [step, act] of steps) {
      await act();
      expect(await counted(organizationId), step).toEqual(await there(organizationId));
      const { reply } = await server.call(summarizeMachines, called(tenant));
      expect(reply.total, step).toBe(step === 'removed' ? 3 : 4);
    }
    await rowsOf(server, 'delete from organizations where organization_id = $1', [organizationId]);
    expect(await counted(organizationId)).toEqual([]);
  });

  it('is correct after concurrent changes', async () => {
    const tenant = await createTenant(server);
    const profiles = [
      tenant.profileId,
      await addProfile(server, tenant, 'Night'),
      await addProfile(server, tenant, 'Day'),
    ];
    await fill(
      tenant,
      Array.from({ length: 30 }, (_, index) => `Table ${index}`),
    );
    const turns = Array.from({ length: 40 }, (_, turn) => turn);
    await Promise.all(
      turns.map((turn) =>
        inTenant(server.database.db, tenant, async (tx) => {
          const picked = sql`(('x' || right(machine_id, 6))::bit(24)::int + ${turn}::int) % 7 = 0`;
          await sql`update machines set profile_id = ${profiles[turn % 3]} where ${picked}`.execute(tx);
        }),
      ),
    );
    expect(await counted(tenant.organizationId)).toEqual(await there(tenant.organizationId));
  });
});
