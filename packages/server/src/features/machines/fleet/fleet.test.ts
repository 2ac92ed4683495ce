import { changeMachines, exportMachines, listTags, readStatistics, summarizeMachines } from '@berth/contract/api/fleet';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { listMachineRuntime, listOrganizationMachines, readMachine, renameMachine } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { addMachine, addMember, addProfile, createTenant, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import { REPORTED, type TestMachine } from '../../../testing/machine.ts';
import { sharedServer } from '../../../testing/server.ts';
import { countFleet } from './statistics.ts';

const server = await sharedServer();

const called = ({ owner, organizationId }: Tenant) => ({ params: { orgId: organizationId }, token: owner.token });
const filterOf = (where: object, more: object = {}) => ({ filter: JSON.stringify({ where, ...more }) });

async function connect(machine: TestMachine) {
  const link = await machine.connect(server.url);
  await link.next('welcome');
  return link;
}

describe('the summary of a list', () => {
  it('counts its matches by state', async () => {
    const tenant = await createTenant(server);
    const machines = [];
    for (const name of ['Counter 1', 'Counter 2', 'Printer']) machines.push(await addMachine(server, tenant, { name }));
    const links = await Promise.all(machines.slice(1).map(connect));
    links[0]?.send({ type: 'report', reported: { ...REPORTED, status: 'updating' } });
    const summary = async (where: object) =>
      (await server.call(summarizeMachines, { ...called(tenant), query: filterOf(where) })).reply;
    await eventually(async () =>
      expect(await summary({})).toEqual({ total: 3, online: 1, updating: 1, rebootNeeded: 0, offline: 1 }),
    );
    expect(await summary({ name: { ilike: 'counter%' } })).toMatchObject({
      total: 2,
      online: 0,
      updating: 1,
      offline: 1,
    });
    const wrong = await server.call(summarizeMachines, { ...called(tenant), query: filterOf({ nope: 1 }) });
    expect(wrong.error.code).toBe('invalid-filter');
    for (const link of links) await link.close();
  });
});

describe('the live state of named machines', () => {
  it('covers only them, and replies 304 until it changes', async () => {
    const tenant = await createTenant(server);
    const [shown, other] = [await addMachine(server, tenant), await addMachine(server, tenant)];
    const foreign = await addMachine(server, await createTenant(server));
    const query = { ids: [shown.id, foreign.id].join(',') };
    const first = await server.call(listMachineRuntime, { ...called(tenant), query });
    expect(first.reply.map(({ id }) => id)).toEqual([shown.id]);
    const etag = first.headers.get('etag') ?? '';
    const again = () =>
      server.call(listMachineRuntime, { ...called(tenant), query, headers: { 'if-none-match': etag } });
    await (await connect(other)).close();
    expect((await again()).status).toBe(304);
    const link = await connect(shown);
    const changed = await again();
    expect([changed.status, changed.reply[0]?.online]).toEqual([200, true]);
    await link.close();
  });
});

describe('a list of machines', () => {
  it('finds a machine by every timestamp that it shows, online or not', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await addMachine(server, tenant);
    const link = await connect(machine);
    const kept = `update machine_states set last_seen = now() - interval '4 minutes 0.000123 seconds' where machine_id = $1`;
    await eventually(async () => {
      const [shown] = await rowsOf(server, 'select last_seen from machine_states where machine_id = $1', [machine.id]);
      expect(shown).toMatchObject({ last_seen: expect.anything() });
    });
    await rowsOf(server, kept, [machine.id]);
    await rowsOf(server, `update machines set registered_at = '2026-01-02T03:04:05.000678Z' where machine_id = $1`, [
      machine.id,
    ]);
    const list = async (where: object) =>
      (await server.call(listOrganizationMachines, { ...called(tenant), query: filterOf(where) })).reply;
    const [shown] = await list({ id: machine.id });
    for (const field of ['registeredAt', 'lastSeen'] as const) {
      for (const comparison of [shown?.[field], { gte: shown?.[field], lte: shown?.[field] }]) {
        expect((await list({ [field]: comparison })).map(({ id }) => id)).toEqual([machine.id]);
      }
    }
    await link.close();
  });

  it('can be sorted by profile name and filtered by what needs attention', async () => {
    const tenant = await createTenant(server);
    const profileId = await addProfile(server, tenant, 'Alternative');
    const [late, early] = [
      await addMachine(server, tenant, { name: 'A' }),
      await addMachine(server, { ...tenant, profileId }, { name: 'B' }),
    ];
    const away =
      "update machine_states set last_seen = seen, gone_at = seen from (select now() - interval '8 days' as seen) x";
    await rowsOf(server, `${away} where machine_id = $1`, [late.id]);
    const ids = async (where: object, more: object = {}) =>
      (await server.call(listOrganizationMachines, { ...called(tenant), query: filterOf(where, more) })).reply.map(
        ({ id }) => id,
      );
    expect(await ids({}, { order: 'profile ASC' })).toEqual([early.id, late.id]);
    expect(await ids({ away: true })).toEqual([late.id]);
    expect(await ids({ behind: true, away: false })).toEqual([early.id]);
    expect(await ids({ bare: true })).toEqual([]);
    const shows = 'update machine_states set applied_profile_id = $2, applied_revision = $3 where machine_id = $1';
    await rowsOf(server, shows, [early.id, profileId, 1]);
    expect(await ids({ behind: true })).toEqual([late.id]);
    expect(await ids({ behind: false })).toEqual([early.id]);
    await rowsOf(server, shows, [late.id, profileId, 1]);
    expect(await ids({ behind: true }, { order: 'lastSeen DESC' })).toEqual([late.id]);
  });

  it('does not count a machine as outdated while a rollout holds it at its revision', async () => {
    const tenant = await createTenant(server);
    const [held, older, told] = [
      await addMachine(server, tenant, { name: 'A' }),
      await addMachine(server, tenant, { name: 'B' }),
      await addMachine(server, tenant, { name: 'C' }),
    ];
    for (const name of ['Lobby', 'Printer']) {
      const params = { id: tenant.profileId };
      await server.call(changeProfile, { params, token: tenant.owner.token, body: { name } });
    }
    const shows =
      'update machine_states set applied_profile_id = profile_id, applied_revision = $2 where machine_id = $1';
    for (const [{ id }, revision] of [
      [held, 2],
      [older, 1],
      [told, 2],
    ] as const) {
      await rowsOf(server, shows, [id, revision]);
    }
    const behind = async () => {
      const query = filterOf({ behind: true });
      const { reply } = await server.call(listOrganizationMachines, { ...called(tenant), query });
      return reply.map(({ id }) => id);
    };
    expect(await behind()).toEqual([held.id, older.id, told.id]);
    const hold = 'update machines set held_revision = 2 where machine_id = any ($1::text[])';
    await rowsOf(server, hold, [[held.id, older.id]]);
    expect(await behind()).toEqual([older.id, told.id]);
    const { warnings } = (await server.call(readStatistics, called(tenant))).reply;
    expect(warnings.behind).toBe(2);
  });
});

describe('a list in any order', () => {
  const NAMES = ['Room 3', 'Room 1', 'Annex 2', 'Lobby 9', 'Lobby 1'];
  const DESKS = Array.from({ length: 2_100 }, (_, index) => index);

  /** Five machines that differ in every field, and more identical ones than can be sorted at once. */
  async function filled() {
    const tenant = await createTenant(server);
    const alternative = await addProfile(server, tenant, 'Alternative');
    for (const [index, name] of NAMES.entries()) {
      const { id } = await addMachine(
        server,
        { ...tenant, profileId: index % 2 ? alternative : tenant.profileId },
        { name },
      );
      await rowsOf(
        server,
        `update machine_states set gone_at = $2, last_seen = $2, agent_version = $3, applied_revision = $4,
          applied_profile_id = $5, status = $6 where machine_id = $1`,
        [
          id,
          `2026-01-0${index + 1}`,
          `1.${(index * 3) % 5}`,
          1 + ((index * 2) % 5),
          index % 2 ? alternative : tenant.profileId,
          index === 2 ? 'reboot-needed' : 'normal',
        ],
      );
    }
    const desks = `insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by, tags, registered_at)
      select $1::uuid, md5($1::uuid::text || n), 'Desk ' || n, 'flex', null, 'test', '{desks}', '2026-02-01' from unnest($2::int[]) as n`;
    await rowsOf(server, desks, [tenant.organizationId, DESKS]);
    const states = `insert into machine_states (organization_id, machine_id)
      select organization_id, machine_id from machines where organization_id = $1 and 'desks' = any (tags)`;
    await rowsOf(server, states, [tenant.organizationId]);
    return async (where: object, order: string, page: object = {}) =>
      (
        await server.call(listOrganizationMachines, { ...called(tenant), query: filterOf(where, { order, ...page }) })
      ).reply.map(({ name }) => name);
  }

  it('has the same machines with every query plan', async () => {
    const names = await filled();
    const few = { name: { nlike: 'Desk%' } };
    const orders: [string, string[]][] = [
      ['lastSeen', ['Room 3', 'Room 1', 'Annex 2', 'Lobby 9', 'Lobby 1']],
      ['agentVersion', ['Room 3', 'Annex 2', 'Lobby 1', 'Room 1', 'Lobby 9']],
      ['appliedRevision', ['Room 3', 'Lobby 9', 'Room 1', 'Lobby 1', 'Annex 2']],
      ['standing', ['Annex 2', 'Lobby 1', 'Lobby 9', 'Room 1', 'Room 3']],
      ['name', ['Annex 2', 'Lobby 1', 'Lobby 9', 'Room 1', 'Room 3']],
      ['registeredAt', NAMES],
      ['deployment', ['Annex 2', 'Lobby 1', 'Lobby 9', 'Room 1', 'Room 3']],
    ];
    for (const [order, expected] of orders) {
      expect(await names(few, `${order} ASC`), order).toEqual(expected);
      expect(await names(few, `${order} DESC`), order).toEqual(expected.toReversed());
      expect(await names({ ...few, deployment: 'vanilla' }, `${order} ASC`, { skip: 1, limit: 2 })).toEqual(
        expected.slice(1, 3),
      );
    }
    expect(await names({}, 'profile ASC', { limit: 6 })).toEqual([
      'Lobby 9',
      'Room 1',
      'Annex 2',
      'Lobby 1',
      'Room 3',
      'Desk 0',
    ]);
    expect(await names({}, 'profile DESC', { limit: 2, skip: 3 })).toEqual(['Room 1', 'Lobby 9']);
    // Deep in the largest list, which is read from its end.
    const desks = DESKS.map((n) => `Desk ${n}`);
    expect(await names({}, 'profile ASC', { limit: 3, skip: 2_090 })).toEqual(desks.slice(2_085, 2_088));
    expect(await names({}, 'profile DESC', { limit: 3, skip: 2_090 })).toEqual(desks.toReversed().slice(2_085, 2_088));
    for (const where of [{ rebootNeeded: true }, { status: 'reboot-needed' }, { status: { inq: ['reboot-needed'] } }]) {
      expect(await names(where, 'name DESC')).toEqual(['Annex 2']);
    }
    expect(await names({ rebootNeeded: false, tags: { neq: 'desks' } }, 'name DESC')).toHaveLength(NAMES.length - 1);
  });

  it('pages through more matches than can be sorted at once', async () => {
    const names = await filled();
    const found: string[] = [];
    for (let skip = 0; skip < DESKS.length; skip += 1_000) {
      found.push(...(await names({ tags: 'desks' }, 'lastSeen DESC', { limit: 1_000, skip })));
    }
    expect(found).toEqual(DESKS.map((n) => `Desk ${n}`).toReversed());
  });

  it('writes no index for a sign of life', async () => {
    const indexed = `select distinct a.attname from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and (a.attnum = any (i.indkey)
        or pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M'))
      where i.indrelid = 'machine_states'::regclass and a.attnum > 0`;
    const names = (await rowsOf(server, indexed)).map((row) => (row as { attname: string }).attname);
    expect(names).toEqual(expect.arrayContaining(['gone_at', 'standing']));
    for (const name of ['last_seen', 'running_since', 'hardware']) expect(names).not.toContain(name);
  });

  it('includes machines that are added, removed, and renamed', async () => {
    const tenant = await createTenant(server);
    const [left, right] = [
      await addMachine(server, tenant, { name: 'A' }),
      await addMachine(server, tenant, { name: 'B' }),
    ];
    const order = async (order: string) =>
      (await server.call(listOrganizationMachines, { ...called(tenant), query: filterOf({}, { order }) })).reply.map(
        ({ id }) => id,
      );
    const link = await connect(right);
    await eventually(async () => expect(await order('standing ASC')).toEqual([right.id, left.id]));
    expect(await order('lastSeen DESC')).toEqual([right.id, left.id]);
    await link.close();
    await eventually(async () => expect(await order('standing ASC')).toEqual([left.id, right.id]));
    await server.call(renameMachine, { ...called(tenant), params: { id: right.id }, body: { name: '0' } });
    expect(await order('standing ASC')).toEqual([right.id, left.id]);
  });
});

describe('changing many machines', () => {
  it('adds and removes tags of the filtered machines', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const [counter, printer] = [
      await addMachine(server, tenant, { name: 'Counter' }),
      await addMachine(server, tenant, { name: 'Printer' }),
    ];
    await server.call(tagMachine, { params: { id: counter.id }, token, body: { tags: ['old', 'steel'] } });
    const change = (body: object) => server.call(changeMachines, { ...called(tenant), body });
    const where = filterOf({ name: 'Counter' });
    const back = { machineIds: [counter.id], removeTags: ['hall'], addTags: ['old'] };
    const forth = { ...where, addTags: ['hall', 'steel'], removeTags: ['old'] };
    expect((await change(forth)).reply).toEqual({ total: 1, missing: 0, changed: 1, undo: [back] });
    const tags = async () => (await server.call(readMachine, { params: { id: counter.id }, token })).reply.tags;
    expect(await tags()).toEqual(['hall', 'steel']);
    await change(back);
    expect(await tags()).toEqual(['old', 'steel']);
    await change(forth);
    const same = (await change({ tag: 'hall', addTags: ['hall'] })).reply;
    expect(same).toEqual({ total: 1, missing: 0, changed: 0, undo: [] });
    expect((await change({ machineIds: [counter.id, printer.id], addTags: ['steel'] })).reply).toEqual({
      total: 2,
      missing: 0,
      changed: 1,
      undo: [{ machineIds: [printer.id], removeTags: ['steel'] }],
    });
    expect((await server.call(listTags, called(tenant))).reply).toEqual([
      { tag: 'steel', machines: 2 },
      { tag: 'hall', machines: 1 },
    ]);
    const query = { filter: JSON.stringify({ where: { id: printer.id, agentVersion: null } }) };
    expect((await server.call(listTags, { ...called(tenant), query })).reply).toEqual([
      { tag: 'steel', machines: 1 },
      { tag: 'hall', machines: 0 },
    ]);
  });

  it('assigns another profile and notifies the machines', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await connect(machine);
    const profileId = await addProfile(server, tenant, 'Night');
    const body = { machineIds: [machine.id], profileId };
    const { reply } = await server.call(changeMachines, { ...called(tenant), body });
    expect(reply).toEqual({
      total: 1,
      missing: 0,
      changed: 1,
      undo: [{ machineIds: [machine.id], profileId: tenant.profileId }],
    });
    expect((await link.next('desired')).desired.profile).toMatchObject({ id: profileId });
    for (const back of reply.undo) await server.call(changeMachines, { ...called(tenant), body: back });
    expect((await link.next('desired')).desired.profile).toMatchObject({ id: tenant.profileId });
    await link.close();
  });

  it('does not affect other organizations, and requires a complete selection', async () => {
    const tenant = await createTenant(server);
    const other = await createTenant(server);
    const foreign = await addMachine(server, other);
    const change = (body: object, token = tenant.owner.token) =>
      server.call(changeMachines, { ...called(tenant), token, body });
    expect((await change({ machineIds: [foreign.id], addTags: ['mine'] })).reply).toEqual({
      total: 0,
      missing: 1,
      changed: 0,
      undo: [],
    });
    expect((await change({ filter: '{}', profileId: other.profileId })).error.code).toBe('not-found');
    expect((await change({ addTags: ['all'] })).error.code).toBe('invalid-input');
    expect((await change({ filter: '{}' })).error.code).toBe('invalid-input');
    const operator = await addMember(server, tenant, 'operator');
    expect((await change({ filter: '{}', addTags: ['x'] }, operator.token)).error.code).toBe('forbidden');
  });
});

describe('the export', () => {
  it('is CSV without formulas', async () => {
    const tenant = await createTenant(server);
    await addMachine(server, tenant, { name: '=HYPERLINK("http://evil.example","x")' });
    await addMachine(server, tenant, { name: 'Printer, east' });
    const answer = await server.call(exportMachines, { ...called(tenant), query: filterOf({ deployment: 'vanilla' }) });
    expect(answer.headers.get('content-disposition')).toContain('machines-');
    const lines = answer.reply.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^id,shortId,name,/);
    expect(lines[1]).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`);
    expect(lines[2]).toContain(',"Printer, east",');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(',profileId,profileName,');
    expect(lines[2]).toContain(',Front desk,');
  });
});

describe('the statistics', () => {
  it('count the hour, the versions, and what needs attention', async () => {
    const tenant = await createTenant(server);
    const [here] = [await addMachine(server, tenant), await addMachine(server, tenant)];
    const link = await connect(here);
    await eventually(async () => {
      await countFleet(server.database.db);
      const { hours } = (await server.call(readStatistics, called(tenant))).reply;
      expect(hours).toEqual([{ at: expect.stringMatching(/:00:00/), online: 1, total: 2 }]);
    });
    const { versions, warnings, deployments } = (await server.call(readStatistics, called(tenant))).reply;
    expect(versions.map(({ machines }) => machines)).toEqual([1, 1]);
    expect(deployments).toEqual([{ deployment: 'vanilla', machines: 2 }]);
    expect(warnings).toMatchObject({ behind: 2, away: 0, bare: 0, faulty: 0 });
    await link.close();
  });
});
