import { listAudit } from '@berth/contract/api/audit';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { readMachine } from '@berth/contract/api/machines';
import {
  applyTagRule,
  changeTagRule,
  createTagRule,
  deleteTagRule,
  listTagRules,
  previewTagRule,
} from '@berth/contract/api/tag-rules';
import type { MachineId } from '@berth/contract/ids';
import { TAGS_MAX } from '@berth/contract/rules/names';
import { isNetwork, TAG_RULES_MAX } from '@berth/contract/rules/tag-rules';
import { eventually } from '@berth/testing/wait';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addMachine, addManyMachines, addMember, createTenant, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import type { TestMachine } from '../../../testing/machine.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

interface Facts {
  readonly address: string;
  readonly model: string;
}

/** Connects a machine that reports these facts, and waits until the rules have looked at it. */
async function report(machine: TestMachine, { address, model }: Facts): Promise<void> {
  const interfaces = [{ name: 'eth0', mac: '02:00:00:00:00:01', addresses: [address] }];
  const hardware = { model, cpu: 'Test', memoryMb: 1, os: 'Test', interfaces };
  const link = await machine.connect(server.url, { hardware });
  await link.next('welcome');
  await eventually(async () => {
    const rows = await rowsOf(server, 'select tag_rules_due from machine_states where machine_id = $1', [machine.id]);
    expect(rows).toEqual([{ tag_rules_due: false }]);
  });
  await link.close();
}

const create = ({ owner, organizationId: orgId }: Tenant, body: object) =>
  server.call(createTagRule, { params: { orgId }, token: owner.token, body: body as never });

async function tagsOf({ owner }: Tenant, id: MachineId): Promise<readonly string[]> {
  return (await server.call(readMachine, { params: { id }, token: owner.token })).reply.tags;
}

it('tags new machines by network, name, and model, where all conditions of a rule hold', async () => {
  const tenant = await createTenant(server);
  await create(tenant, { name: 'Zurich', networks: ['10.20.0.0/16', '2001:db8::/32'], tags: ['zurich'] });
  await create(tenant, { name: 'Rooms', nameLike: 'ROOM-*', modelLike: '*nuc*', tags: ['room', 'always'] });
  await create(tenant, { name: 'Signs', nameLike: '100%_*', tags: ['sign'] });
  const [room, desk, sign] = [
    await addMachine(server, tenant, { name: 'room-12' }),
    await addMachine(server, tenant, { name: 'room-13' }),
    await addMachine(server, tenant, { name: '1000 desks' }),
  ];
  await Promise.all([
    report(room, { address: '10.20.3.4', model: 'Intel NUC 12' }),
    report(desk, { address: '2001:db8::7', model: 'OptiPlex' }),
    report(sign, { address: '10.21.0.1', model: 'Intel NUC 12' }),
  ]);
  expect(await tagsOf(tenant, room.id)).toEqual(['always', 'room', 'zurich']);
  expect(await tagsOf(tenant, desk.id)).toEqual(['zurich']);
  expect(await tagsOf(tenant, sign.id)).toEqual([]);
  const { reply } = await server.call(listAudit, { params: { id: tenant.organizationId }, token: tenant.owner.token });
  expect(reply.filter(({ action }) => action === 'tagRules.tag')).toHaveLength(2);
  expect(reply.find(({ targetId, action }) => targetId === desk.id && action === 'tagRules.tag')).toMatchObject({
    actorKind: 'system',
    before: { tags: [] },
    after: { tags: ['zurich'], rules: ['Zurich'] },
  });
});

it('tags a machine once: a tag that somebody removes does not come back', async () => {
  const tenant = await createTenant(server);
  await create(tenant, { name: 'All', networks: ['0.0.0.0/0'], tags: ['new'] });
  const machine = await addMachine(server, tenant);
  await report(machine, { address: '192.0.2.1', model: 'Box' });
  const call = { params: { id: machine.id }, token: tenant.owner.token };
  expect((await server.call(tagMachine, { ...call, body: { tags: ['kept'] } })).status).toBe(200);
  await report(machine, { address: '192.0.2.2', model: 'Box' });
  expect(await tagsOf(tenant, machine.id)).toEqual(['kept']);
});

it('leaves out a rule whose tags a machine has no room for', async () => {
  const tenant = await createTenant(server);
  const many = Array.from({ length: TAGS_MAX - 1 }, (_, index) => `tag-${index}`);
  await create(tenant, { name: '1', nameLike: '*', tags: many });
  await create(tenant, { name: '2', nameLike: '*', tags: ['two', 'too-many'] });
  await create(tenant, { name: '3', nameLike: '*', tags: ['last'] });
  const machine = await addMachine(server, tenant);
  await report(machine, { address: '192.0.2.1', model: 'Box' });
  expect((await tagsOf(tenant, machine.id)).toSorted()).toEqual([...many, 'last'].toSorted());
});

it('survives a machine that reports no address where one is expected', async () => {
  const tenant = await createTenant(server);
  await create(tenant, { name: 'Net', networks: ['10.0.0.0/8'], tags: ['net'] });
  const [odd, fine] = [await addMachine(server, tenant), await addMachine(server, tenant)];
  await Promise.all([
    report(odd, { address: '10.0.0.1; drop', model: 'Box' }),
    report(fine, { address: '10.0.0.2', model: 'Box' }),
  ]);
  expect([await tagsOf(tenant, odd.id), await tagsOf(tenant, fine.id)]).toEqual([[], ['net']]);
});

it('applies a rule to existing machines on request, which can be undone', async () => {
  const tenant = await createTenant(server);
  const params = { orgId: tenant.organizationId };
  const { token } = tenant.owner;
  const machine = await addMachine(server, tenant, { name: 'Lobby 1' });
  await addMachine(server, tenant, { name: 'Desk 1' });
  await report(machine, { address: '192.0.2.1', model: 'Box' });
  const rule = (await create(tenant, { name: 'Lobbies', nameLike: 'lobby*', tags: ['lobby'] })).reply;
  expect(await tagsOf(tenant, machine.id)).toEqual([]);
  const body = { nameLike: 'lobby*', tags: ['lobby'] };
  const count = async () => (await server.call(previewTagRule, { params, token, body })).reply;
  expect(await count()).toEqual({ matching: 1, lacking: 1 });
  const applied = await server.call(applyTagRule, { params: { ...params, ruleId: rule.id }, token });
  expect(applied.reply).toEqual({
    total: 1,
    changed: 1,
    undo: [{ machineIds: [machine.id], removeTags: ['lobby'] }],
  });
  expect(await tagsOf(tenant, machine.id)).toEqual(['lobby']);
  expect(await count()).toEqual({ matching: 1, lacking: 0 });
});

it('applies a rule to 1,000 machines in a call, and goes on with the next', async () => {
  const tenant = await createTenant(server);
  await addManyMachines(server, tenant, 1_001);
  const rule = (await create(tenant, { name: 'Desks', nameLike: 'desk*', tags: ['desk'] })).reply;
  const params = { orgId: tenant.organizationId, ruleId: rule.id };
  const apply = async () => (await server.call(applyTagRule, { params, token: tenant.owner.token })).reply;
  expect(await apply()).toMatchObject({ total: 1_001, changed: 1_000 });
  expect(await apply()).toMatchObject({ total: 1, changed: 1 });
  expect(await apply()).toEqual({ total: 0, changed: 0, undo: [] });
});

it('refuses rules without a condition, without a tag, or with a wrong network', async () => {
  const tenant = await createTenant(server);
  expect((await create(tenant, { name: 'None', tags: ['x'] })).error.code).toBe('invalid-input');
  const wrong = await create(tenant, { name: 'Wrong', networks: ['10.0.0.0/8', '10.0.0.0/40'], tags: ['x'] });
  expect([wrong.status, wrong.json]).toMatchObject([400, { error: { faults: [{ path: '/networks/1' }] } }]);
  expect((await create(tenant, { name: 'No tag', nameLike: 'a*', tags: [] })).status).toBe(400);
});

it('the database reads every network that the contract allows', async () => {
  const hex = fc.nat(0xffff).map((number) => number.toString(16));
  const decimal = fc.oneof(
    fc.nat(300).map(String),
    fc.nat(99).map((number) => `0${number}`),
  );
  const ipv4 = fc.array(decimal, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.'));
  const part = fc.oneof({ weight: 6, arbitrary: hex }, { weight: 2, arbitrary: fc.constant('') }, ipv4);
  const ipv6 = fc.array(part, { minLength: 2, maxLength: 9 }).map((parts) => parts.join(':'));
  const prefix = fc.oneof(
    fc.constant(''),
    fc.nat(140).map((bits) => `/${bits}`),
    fc.nat(9).map((bits) => `/0${bits}`),
  );
  const text = fc.tuple(fc.oneof(ipv4, ipv6), prefix).map((both) => both.join(''));
  const allowed = fc.sample(text, 20_000).filter(isNetwork);
  expect(allowed.length).toBeGreaterThan(300);
  await rowsOf(server, 'select $1::text[]::inet[]', [allowed]);
});

it('keeps another person’s change of a rule', async () => {
  const tenant = await createTenant(server);
  const { token } = tenant.owner;
  const rule = (await create(tenant, { name: 'Rule', nameLike: 'a*', tags: ['a'] })).reply;
  const params = { orgId: tenant.organizationId, ruleId: rule.id };
  const body = { name: 'Rule', modelLike: 'b*', tags: ['b'] };
  const changed = await server.call(changeTagRule, { params, token, body, headers: { 'if-match': '"1"' } });
  expect(changed.reply).toMatchObject({ modelLike: 'b*', tags: ['b'], revision: 2 });
  expect(changed.reply).not.toHaveProperty('nameLike');
  expect((await server.call(changeTagRule, { params, token, body, headers: { 'if-match': '"1"' } })).error.code).toBe(
    'revision-conflict',
  );
  expect((await server.call(deleteTagRule, { params, token, headers: { 'if-match': '"1"' } })).error.code).toBe(
    'revision-conflict',
  );
  expect((await server.call(deleteTagRule, { params, token })).status).toBe(204);
  expect((await server.call(listTagRules, { params, token })).reply).toEqual([]);
});

it('is changed by those who may change machines, in their organization only', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)];
  const rule = (await create(tenant, { name: 'Rule', nameLike: 'a*', tags: ['a'] })).reply;
  const params = { orgId: tenant.organizationId, ruleId: rule.id };
  const operator = await addMember(server, tenant, 'operator');
  expect((await server.call(deleteTagRule, { params, token: operator.token })).status).toBe(403);
  expect((await server.call(listTagRules, { params, token: operator.token })).reply).toHaveLength(1);
  const foreign = { params: { orgId: other.organizationId, ruleId: rule.id }, token: other.owner.token };
  expect((await server.call(applyTagRule, foreign)).status).toBe(404);
  expect((await server.call(deleteTagRule, foreign)).status).toBe(404);
});

it('has at most the number of rules that a check of new machines can take', async () => {
  const tenant = await createTenant(server);
  await rowsOf(
    server,
    `insert into tag_rules (organization_id, rule_id, name, networks, name_like, tags, author)
     select $1, gen_random_uuid(), 'Rule', '{}', 'a', '{a}', 'test' from generate_series(1, $2)`,
    [tenant.organizationId, TAG_RULES_MAX],
  );
  expect((await create(tenant, { name: 'More', nameLike: 'a', tags: ['a'] })).error.code).toBe('too-many-tag-rules');
});
