import { ENDPOINTS } from '@berth/contract/api/all';
import { changesSomething, type Endpoint } from '@berth/contract/api/endpoint';
import { ROLES, type Role, roleMay } from '@berth/contract/rules/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, type Person } from '../fleet.ts';
import { sharedServer } from '../server.ts';
import { copyWorlds } from './copies.ts';
import { createWorld, inOrganization, namesNothing, sampleOf, type World } from './samples.ts';
import { openWitness, SUITE } from './snapshot.ts';

const server = await sharedServer(SUITE);
const witness = await openWitness(server);
afterAll(async () => {
  await witness?.leave();
});

/** An organization with a member of each role. Refused calls do not change it. */
let world: World;
let stranger: Person;
const people = new Map<Role, Person>();
beforeAll(async () => {
  world = await createWorld(server);
  stranger = await server.person();
  for (const role of ROLES) {
    people.set(role, role === 'owner' ? world.owner : await addMember(server, world, role));
  }
});

function call(endpoint: Endpoint, at: World, token?: string) {
  return server.call(endpoint, { ...sampleOf(endpoint, at), token });
}

const inTenant = ENDPOINTS.filter(inOrganization).map((endpoint) => [endpoint.id, endpoint] as const);
const forPeople = ENDPOINTS.filter(({ authentication }) => authentication === 'user');
const may = (role: Role, { permission }: Endpoint) => permission !== null && roleMay(role, permission);

/** A copy of the world for each permitted call that changes something, created after the last comparison. */
let copies: World[] | undefined;
async function takeCopy(endpoint: Endpoint): Promise<World> {
  if (!changesSomething(endpoint)) return world;
  const counts = inTenant.map(([, each]) =>
    changesSomething(each) ? ROLES.filter((role) => may(role, each)).length : 0,
  );
  copies ??= await copyWorlds(
    server,
    world,
    counts.reduce((sum, count) => sum + count, 0),
  );
  const copy = copies.pop();
  if (!copy) throw new Error('every call has had its copy');
  return copy;
}

it.each(forPeople.map((endpoint) => [endpoint.id, endpoint] as const))('%s requires a caller', async (_, endpoint) => {
  const { status, error, headers } = await call(endpoint, world);
  expect([status, error.code]).toEqual([401, 'unauthenticated']);
  expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
});

// Refused calls come first: whole tables are compared, and they are small until a call succeeds.
// Refused calls change nothing, so the state after one call is the state before the next.
describe.each(inTenant)('%s', (_, endpoint) => {
  const { permission } = endpoint;
  it('replies to other people as if the organization did not exist', async () => {
    const before = await witness.last();
    const { status, error } = await call(endpoint, world, stranger.token);
    expect([status, error.code]).toEqual([404, 'not-found']);
    expect(await witness.read()).toEqual(before);
  });

  it.each(ROLES.filter((role) => !may(role, endpoint)))(
    `rejects a member who is %s, without ${permission}`,
    async (role) => {
      const before = await witness.last();
      const { status, error } = await call(endpoint, world, people.get(role)?.token);
      expect([status, error.code]).toEqual([403, 'forbidden']);
      expect(await witness.read()).toEqual(before);
    },
  );
});

describe.each(inTenant)('%s', (_, endpoint) => {
  const { permission } = endpoint;
  it.each(ROLES.filter((role) => may(role, endpoint)))(
    `accepts a member who is %s, with ${permission}`,
    async (role) => {
      const own = await takeCopy(endpoint);
      const { status, json } = await call(endpoint, own, people.get(role)?.token);
      // The HTTP edge does not check other requirements, such as a machine that is online or a token for its key.
      const shutOut = namesNothing(endpoint, own) ? [401, 403, 405, 500] : [401, 403, 404, 405, 500];
      expect(shutOut).not.toContain(status === 401 ? expectMachineToken(json) : status);
    },
  );
});

/** An invalid machine token also replies 401, after the person's permission check. */
function expectMachineToken(json: unknown): number {
  return JSON.stringify(json).includes('invalid-machine-token') ? 400 : 401;
}
