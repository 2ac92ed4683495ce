import { changeTogether } from '@berth/contract/api/changes';
import { createLayer } from '@berth/contract/api/layers';
import { changeProfile, createProfile } from '@berth/contract/api/profiles';
import { createWebhook } from '@berth/contract/api/webhooks';
import { callsOf, planChanges } from '@berth/contract/as-code/plan';
import { type CallApi, readState, SECTIONS, type State, versionsOf } from '@berth/contract/as-code/state';
import type { Wanted, WantedTagRule } from '@berth/contract/as-code/wanted';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();
const tenant = await createTenant(server);
const { organizationId: orgId } = tenant;
const { token } = tenant.owner;

const call = (async (endpoint, sent) => (await server.call(endpoint, { ...sent, token })).reply) as CallApi;
const read = () => readState(call, orgId, SECTIONS);

const POOL = 5;
const colors = ['#111111', '#222222', '#333333'] as const;
const color = (index: number) => ({ thinhoc: { customization: { color_primary: colors[index % colors.length] } } });

/** A folder in memory: what is in it by number, and how it is. */
interface Model {
  readonly profiles: Map<number, number>;
  readonly layers: Map<number, number>;
  readonly schedules: Map<number, number>;
  readonly tagRules: Map<number, number>;
  readonly webhooks: Map<number, number>;
  readonly members: Map<number, number>;
  readonly codes: Map<number, number>;
  turn: number;
}
const KINDS = ['profiles', 'layers', 'schedules', 'tagRules', 'webhooks', 'members', 'codes'] as const;

const edit = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(POOL - 1),
  how: fc.option(fc.nat(7), { freq: 3 }),
  turns: fc.boolean(),
});

/** One edit: sets how an entry is, or takes it out. */
function apply(
  model: Model,
  { kind, at, how, turns }: { kind: (typeof KINDS)[number]; at: number; how: number | null; turns: boolean },
) {
  if (turns) model.turn += 1;
  if (how !== null) model[kind].set(at, how);
  // A folder without any profile means that it says nothing of them.
  else if (!(kind === 'profiles' && at === 0)) model[kind].delete(at);
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const at = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function wantedOf({ profiles, layers, schedules, tagRules, webhooks, members, codes, turn }: Model): Wanted {
  const entries = (map: Map<number, number>) => [...map].toSorted(([a], [b]) => a - b);
  const scopeOf = (at: number) => (at % 2 === 0 ? ('organization' as const) : ('tag' as const));
  const inScope = (scope: string) =>
    entries(layers)
      .filter(([at]) => scopeOf(at) === scope)
      .map(([at]) => `Layer ${at}`);
  return {
    profiles: entries(profiles).map(([at, how]) => ({ name: `Profile ${at}`, definition: color(how) })),
    layers: entries(layers).map(([at, how]) => ({
      name: `Layer ${at}`,
      scope: scopeOf(at),
      ...(scopeOf(at) === 'tag' && { tag: `tag${at}` }),
      definition: color(how),
      locks: how > 3 ? ['customization.color_primary'] : [],
    })),
    order: { organization: rotated(inScope('organization'), turn), tags: rotated(inScope('tag'), turn) },
    schedules: entries(schedules).map(([at, how]) => ({
      name: `Schedule ${at}`,
      type: 'reboot' as const,
      tag: 'none',
      days: ['monday' as const],
      time: `0${how}:00`,
      windowMinutes: 60,
      timeZone: 'Europe/Berlin',
      enabled: how % 2 === 0,
    })),
    tagRules: entries(tagRules).map(([at, how]) => ({
      name: `Rule ${at}`,
      ...(how % 2 === 0 ? { networks: [`10.${how}.0.0/16`] } : { nameLike: `room-${how}*` }),
      tags: ['automatic', `rule${at}`],
    })),
    webhooks: entries(webhooks).map(([at, how]) => ({
      url: `https://example.org/${at}`,
      events: how > 3 ? ['*'] : ['members.invite', 'machines.*'],
      enabled: how % 2 === 0,
    })),
    members: entries(members).map(([at, how]) => ({
      email: `person${at}@example.org`,
      role: how % 2 === 0 ? ('viewer' as const) : ('operator' as const),
    })),
    codes: entries(codes).map(([at, how]) => ({
      profile: 'Profile 0',
      deployment: 'vanilla' as const,
      tags: [`code${at}`],
      uses: how + 1,
      validHours: 24,
    })),
  };
}

/** Changes that others make between plan and apply. */
const others = {
  profile: async ({ profiles = [] }: State, round: number) => {
    const [first] = profiles;
    if (first)
      await server.call(changeProfile, {
        params: { id: first.id },
        body: { definition: color(round) },
        query: { note: 'by hand' },
        token,
      });
    await server.call(createProfile, { body: { name: `Stranger ${round}`, organizationId: orgId }, token });
  },
  layer: async (_: State, round: number) => {
    const body = { name: `Stranger ${round}`, scope: 'organization' as const, definition: {}, off: [], locks: [] };
    await server.call(createLayer, { params: { orgId }, body, token });
  },
  webhook: async (_: State, round: number) => {
    const body = { url: `https://stranger.example.org/${round}`, events: ['*'] };
    await server.call(createWebhook, { params: { id: orgId }, body, token });
  },
};
type Other = keyof typeof others;

const model: Model = {
  profiles: new Map([[0, 0]]),
  layers: new Map(),
  schedules: new Map(),
  tagRules: new Map(),
  webhooks: new Map(),
  members: new Map(),
  codes: new Map(),
  turn: 0,
};
let round = 0;

async function together(plan: ReturnType<typeof planChanges>, dryRun: boolean) {
  const body = { calls: callsOf(plan.steps), expects: plan.expects, dryRun };
  return server.call(changeTogether, { params: { orgId }, body, token });
}

function colorOf(definition: unknown): string {
  return (definition as ReturnType<typeof color>).thinhoc.customization.color_primary ?? '';
}

function ruleText({ name, networks, nameLike, tags }: WantedTagRule): string {
  return `${name} ${networks} ${nameLike} ${tags}`;
}

/** What counts: names, what they say, and their order. */
function shown(state: State) {
  const definition = (map: ReadonlyMap<string, { definition: unknown }>, id: string) =>
    colorOf(map.get(id)?.definition);
  return {
    profiles: state.profiles?.map(({ id, name }) => `${name} ${definition(state.definitions, id)}`).toSorted(),
    organization: state.layers
      ?.filter(({ scope }) => scope === 'organization')
      .map(({ id, name }) => `${name} ${definition(state.contents, id)}`),
    tags: state.layers
      ?.filter(({ scope }) => scope === 'tag')
      .map(({ id, name }) => `${name} ${definition(state.contents, id)}`),
    schedules: state.schedules?.map(({ name, time, enabled }) => `${name} ${time} ${enabled}`).toSorted(),
    tagRules: state.tagRules?.map(ruleText).toSorted(),
    webhooks: state.webhooks?.map(({ url, events, enabled }) => `${url} ${events.toSorted()} ${enabled}`).toSorted(),
    invited: state.members?.invited.map(({ email, role }) => `${email} ${role}`).toSorted(),
    codes: state.codes?.map(({ tags }) => tags.join()).toSorted(),
  };
}

function expected(wanted: Wanted): ReturnType<typeof shown> {
  const {
    profiles = [],
    layers = [],
    order,
    schedules = [],
    tagRules = [],
    webhooks = [],
    members = [],
    codes = [],
  } = wanted;
  const inOrder = (names: readonly string[] = []) =>
    names.map((name) => `${name} ${colorOf(layers.find((layer) => layer.name === name)?.definition)}`);
  return {
    profiles: profiles.map((each) => `${each.name} ${colorOf(each.definition)}`).toSorted(),
    organization: inOrder(order?.organization),
    tags: inOrder(order?.tags),
    schedules: schedules.map(({ name, time, enabled }) => `${name} ${time} ${enabled}`).toSorted(),
    tagRules: tagRules.map(ruleText).toSorted(),
    webhooks: webhooks.map(({ url, events, enabled }) => `${url} ${events.toSorted()} ${enabled}`).toSorted(),
    invited: members.map(({ email, role }) => `${email} ${role}`).toSorted(),
    codes: codes.map(({ tags = [] }) => tags.join()).toSorted(),
  };
}

it('names exchanged in a circle, and handed on in a row, are exchanged in one plan', async () => {
  const other = await createTenant(server);
  const own = { token: other.owner.token };
  const ask = (async (endpoint, sent) => (await server.call(endpoint, { ...sent, ...own })).reply) as CallApi;
  const readOwn = () => readState(ask, other.organizationId, SECTIONS);
  const makeProfile = async (name: string) =>
    (await server.call(createProfile, { body: { name, organizationId: other.organizationId }, ...own })).reply.id;
  const makeLayer = async (name: string) => {
    const body = { name, scope: 'organization' as const, definition: color(1), off: [], locks: [] };
    const { reply } = await server.call(createLayer, { params: { orgId: other.organizationId }, body, ...own });
    return reply.id;
  };
  const [a, b, c, d] = [await makeProfile('A'), await makeProfile('B'), await makeProfile('C'), await makeProfile('D')];
  const [one, two] = [await makeLayer('One'), await makeLayer('Two')];
  const before = await readOwn();
  const layer = { scope: 'organization' as const, definition: color(1) };
  const wanted: Wanted = {
    profiles: [
      ...(before.profiles ?? [])
        .filter(({ id }) => ![a, b, c, d].includes(id))
        .map(({ id, name }) => ({ id, name, definition: {} })),
      { id: a, name: 'B', definition: color(1) },
      { id: b, name: 'C', definition: color(2) },
      { id: c, name: 'A', definition: {} },
      { id: d, name: 'E', definition: {} },
    ],
    layers: [
      { id: one, name: 'two', ...layer },
      { id: two, name: 'One', ...layer },
    ],
  };
  const plan = planChanges(wanted, before, { remove: false });
  const body = { calls: callsOf(plan.steps), expects: plan.expects, dryRun: false };
  const made = await server.call(changeTogether, { params: { orgId: other.organizationId }, body, ...own });
  expect(made.status).toBe(200);
  const after = await readOwn();
  const nameOf = (id: string) =>
    [...(after.profiles ?? []), ...(after.layers ?? [])].find((each) => each.id === id)?.name;
  expect([a, b, c, d, one, two].map(nameOf)).toEqual(['B', 'C', 'A', 'E', 'two', 'One']);
  expect(after.definitions.get(a)?.definition).toMatchObject(color(1));
  expect(planChanges(wanted, after, { remove: false }).steps).toEqual([]);
});

it('the outcome of 500 random edits is their plan, or nothing where others changed something meanwhile', async () => {
  const counts = { applied: 0, refused: 0 };
  const rounds = fc.asyncProperty(
    fc.array(edit, { minLength: 10, maxLength: 10 }),
    fc.option(fc.constantFrom(...(Object.keys(others) as Other[])), { freq: 2 }),
    async (edits, other) => {
      round += 1;
      // The same few people are invited again and again.
      await rowsOf(server, 'delete from identity.attempts');
      for (const each of edits) apply(model, each);
      const wanted = wantedOf(model);
      const before = await read();
      const plan = planChanges(wanted, before, { remove: true });
      expect(plan.faults).toEqual([]);
      const dry = await together(plan, true);
      expect(versionsOf(await read())).toEqual(versionsOf(before));
      if (other !== null) {
        await others[other](before, round);
        const between = await read();
        const refused = await together(plan, false);
        expect([refused.status, refused.error.code]).toEqual([412, 'revision-conflict']);
        expect(versionsOf(await read())).toEqual(versionsOf(between));
        counts.refused += 1;
        return;
      }
      const made = await together(plan, false);
      const changed = (results: typeof made.reply.results) => results.map(({ revision }) => revision);
      expect(changed(made.reply.results)).toEqual(changed(dry.reply.results));
      const after = await read();
      if ((wanted.layers ?? []).length > 0) expect(shown(after)).toEqual(expected(wanted));
      expect(planChanges(wanted, after, { remove: true }).steps).toEqual([]);
      counts.applied += 1;
    },
  );
  await fc.assert(rounds, { numRuns: 50, endOnFailure: true });
  expect(counts.applied).toBeGreaterThan(5);
  expect(counts.refused).toBeGreaterThan(5);
}, 240_000);
