import { ENDPOINTS } from '@berth/contract/api/all';
import type { Endpoint } from '@berth/contract/api/endpoint';
import { ROLES, type Role, roleMay } from '@berth/contract/rules/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../fleet.ts';
import type { Person } from '../people.ts';
import { bootServer, type TestServer } from '../server.ts';
import { createWorld, inOrganization, namesNothing, sampleOf, type World } from './samples.ts';
import { SUITE, snapshot } from './snapshot.ts';

let server: TestServer;
beforeAll(async () => {
  server = await bootServer(SUITE);
});
afterAll(() => server.stop());

async function personWith(role: Role, world: World): Promise<Person> {
  return role === 'owner' ? world.owner : addMember(server, world, role);
}

function call(endpoint: Endpoint, world: World, token?: string) {
  return server.call(endpoint, { ...sampleOf(endpoint, world), token });
}

const inTenant = ENDPOINTS.filter(inOrganization);
const forPeople = ENDPOINTS.filter(({ authentication }) => authentication === 'user');

it.each(forPeople.map((endpoint) => [endpoint.id, endpoint] as const))('%s asks who calls', async (_, endpoint) => {
  const world = await createWorld(server);
  const { status, error, headers } = await call(endpoint, world);
  expect([status, error.code]).toEqual([401, 'unauthenticated']);
  expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
});

describe.each(inTenant.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_, endpoint) => {
  const { permission } = endpoint;
  const may = (role: Role) => permission !== null && roleMay(role, permission);

  it('answers people outside of the organisation as if it did not exist', async () => {
    const world = await createWorld(server);
    const before = await snapshot(server);
    const { token } = await server.person();
    const { status, error } = await call(endpoint, world, token);
    expect([status, error.code]).toEqual([404, 'not-found']);
    expect(await snapshot(server)).toEqual(before);
  });

  it.each(ROLES.filter((role) => !may(role)))(`refuses a member who is %s, without ${permission}`, async (role) => {
    const world = await createWorld(server);
    const { token } = await personWith(role, world);
    const before = await snapshot(server);
    const { status, error } = await call(endpoint, world, token);
    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect(await snapshot(server)).toEqual(before);
  });

  it.each(ROLES.filter(may))(`lets a member who is %s in, with ${permission}`, async (role) => {
    const world = await createWorld(server);
    const { token } = await personWith(role, world);
    const { status, json } = await call(endpoint, world, token);
    // Whatever else the call needs (a machine that is online, a token of its key) is none of the edge's business.
    const shutOut = namesNothing(endpoint, world) ? [401, 403, 405, 500] : [401, 403, 404, 405, 500];
    expect(shutOut).not.toContain(status === 401 ? expectMachineToken(json) : status);
  });
});

/** A machine's bad token answers 401 as well, and comes after the person was let in. */
function expectMachineToken(json: unknown): number {
  return JSON.stringify(json).includes('invalid-machine-token') ? 400 : 401;
}
