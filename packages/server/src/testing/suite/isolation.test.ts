import { ENDPOINTS } from '@berth/contract/api/all';
import type { Endpoint } from '@berth/contract/api/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../server.ts';
import { createWorld, idNamed, inOrganization, type Sample, sampleOf, type World } from './samples.ts';
import { openWitness, SUITE } from './snapshot.ts';

const server = await sharedServer(SUITE);
const witness = await openWitness(server);
const foreign = await createWorld(server);
afterAll(async () => {
  await witness?.leave();
});

/** Paths of the IDs in a call, such as "params.id". */
function idPlaces(endpoint: Endpoint): string[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part] as { readonly properties?: object };
    return Object.keys(schema.properties ?? {})
      .filter((name) => typeof foreignId(part, name, endpoint) === 'string')
      .map((name) => `${part}.${name}`);
  });
}

function foreignId(part: string, name: string, endpoint: Endpoint): unknown {
  const ids = foreign ?? {
    organizationId: 'o',
    profileId: 'p',
    machine: { id: 'm' },
    commandId: 'c',
    batchId: 'b',
    codeId: 'e',
    invoiceNumber: 'n',
    keyId: 'k',
    webhookId: 'w',
    deliveryId: 'd',
    rolloutId: 'r',
    scheduleId: 's',
    viewId: 'v',
  };
  // A body repeats the ID of the path under the same name.
  return idNamed(name, endpoint, ids) ?? (part === 'body' && name === 'id' ? idNamed('id', endpoint, ids) : undefined);
}

function withForeign(sample: Sample, endpoint: Endpoint, place: string): Sample {
  const [part = '', name = ''] = place.split('.');
  const old: unknown = Reflect.get(sample, part);
  return { ...sample, [part]: { ...(old as object), [name]: foreignId(part, name, endpoint) } };
}

/** Values that other organizations must never see. */
function traces({ organizationId, profileId, machine, owner }: World): RegExp {
  return new RegExp([organizationId, profileId, machine.id, owner.email].join('|'));
}

const cases = ENDPOINTS.filter(inOrganization).flatMap((endpoint) =>
  idPlaces(endpoint).map((place) => [endpoint.id, place, endpoint] as const),
);

describe('a foreign id', () => {
  // One caller for all: every call is refused, so the state after one call is the state before the next.
  let own: World;
  beforeAll(async () => {
    own = await createWorld(server);
  });

  it.each(cases)('%s: in %s is rejected and changes nothing', async (_id, place, endpoint) => {
    const before = await witness.last();
    const sample = withForeign(sampleOf(endpoint, own), endpoint, place);
    const { status, json } = await server.call(endpoint, { ...sample, token: own.owner.token });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await witness.read()).toEqual(before);
    // The reply may repeat the sent ID, and nothing else of the other tenant.
    expect(JSON.stringify(json)).not.toContain(foreign.owner.email);
  });
});

describe("a person's own lists", () => {
  const lists = ENDPOINTS.filter(({ tenant, method }) => tenant.kind === 'user' && method === 'GET');
  it.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s shows no data of others',
    async (_, endpoint) => {
      const own = await createWorld(server);
      const sample = sampleOf(endpoint, own);
      const filters = [undefined, '{}', JSON.stringify({ where: { organizationId: foreign.organizationId } })];
      for (const filter of filters) {
        const query = { ...sample.query, ...(filter === undefined ? {} : { filter }) };
        const { json } = await server.call(endpoint, { ...sample, query, token: own.owner.token });
        expect(JSON.stringify(json)).not.toMatch(traces(foreign));
      }
    },
  );

  it.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s shows the caller's own data",
    async (_, endpoint) => {
      const own = await createWorld(server);
      // Only people who are not members yet have invitations.
      const invited = endpoint.id === 'members.listMine';
      const { token } = invited ? await server.person({ email: own.invitedEmail }) : own.owner;
      const { json, status } = await server.call(endpoint, { ...sampleOf(endpoint, own), token });
      expect(status).toBe(200);
      expect(JSON.stringify(json)).toMatch(traces(own));
    },
  );
});
