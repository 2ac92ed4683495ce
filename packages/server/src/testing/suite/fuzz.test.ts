import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ENDPOINTS } from '@berth/contract/api/all';
import { downloadInvoice } from '@berth/contract/api/billing';
import type { Endpoint } from '@berth/contract/api/endpoint';
import { Machine } from '@berth/contract/api/machines';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { declaredFields } from '../../http/declaration-check.ts';
import { addressOf, send } from '../client.ts';
import { sharedServer } from '../server.ts';
import { filterText, fitting, spoilt } from './arbitrary.ts';
import { createWorld, idNamed, sampleOf } from './samples.ts';

// All endpoints share a limit of 40 s; on a busy computer each endpoint still gets a few calls.
const RUNS = { least: 5, most: 300 } as const;
const FILTERS = { most: 60, budgetMs: 2_000 } as const;
/** Calls in flight contain some hundreds of kilobytes at any moment. */
const GROWTH_MB_MAX = 12;
const BUDGET_MS = Math.floor(30_000 / ENDPOINTS.length);

const server = await sharedServer();
const world = await createWorld(server);
// Loading code on first use takes longer than one endpoint's share.
const { organizationId: id, invoiceNumber: number, owner } = world;
await server.call(downloadInvoice, { params: { id, number }, token: owner.token });

interface Attempt {
  readonly address: string;
  readonly body: string;
  readonly type: string;
  readonly ifMatch: string | undefined;
}

/** Valid calls, calls with one invalid part, and bodies that are not JSON. */
function attempts(endpoint: Endpoint): fc.Arbitrary<Attempt> {
  const ids = (value: unknown) => withIds(endpoint, value);
  const part = (schema: Endpoint['params']) => {
    const good = fitting(schema).map(ids);
    return fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: good.chain(spoilt) });
  };
  const body = fc.oneof(
    { weight: 9, arbitrary: part(endpoint.body).map((value) => JSON.stringify(value) ?? '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '{"a":1}}', '\u0000', '[1,]', 'NaN', '"\\ud800"', '[{"op":"replace"}]'),
    },
  );
  const types = [
    'application/json',
    ...(endpoint.mediaTypes ?? []),
    'text/plain',
    'application/json; charset=utf-7',
    '',
  ];
  return fc.record({
    address: fc
      .tuple(part(endpoint.params), part(endpoint.query))
      .map(([params, query]) => address(endpoint, params, query)),
    body,
    type: fc.oneof({ weight: 5, arbitrary: fc.constant('application/json') }, fc.constantFrom(...types)),
    ifMatch: fc.option(fc.constantFrom('"1"', '*', 'W/"1"', '"0"', 'x', '"9007199254740993"', '""'), {
      nil: undefined,
    }),
  });
}

/** IDs exist in half of the calls: other calls end at the ID check. */
function withIds(endpoint: Endpoint, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, idNamed(key, endpoint, world) ?? each]));
}

function address(endpoint: Endpoint, params: unknown, query: unknown): string {
  const record = (value: unknown) => (typeof value === 'object' && value !== null ? value : { id: value });
  return addressOf(endpoint, { params: record(params), query: record(query) });
}

/** Fields of an endpoint's list items; an endpoint without a list filters machines. */
function listedFields({ reply }: Endpoint): Parameters<typeof filterText>[0] {
  const { items = Machine } = reply as { readonly items?: object };
  const { properties = Machine.properties } = items as { readonly properties?: object };
  return properties as Parameters<typeof filterText>[0];
}

/** Calls that are valid except for the filter, for endpoints with a filter. */
function filtered(endpoint: Endpoint): fc.Arbitrary<Attempt> {
  const filter = filterText(listedFields(endpoint));
  const { params, query, body } = sampleOf(endpoint, world);
  const inBody = declaredFields(endpoint.body).includes('filter');
  return filter.map((text) => ({
    address: address(endpoint, params, inBody ? query : { ...query, filter: text }),
    body: JSON.stringify(inBody ? { ...(body as object), filter: text } : body) ?? '',
    type: 'application/json',
    ifMatch: undefined,
  }));
}

/** Expects the endpoint's reply or a declared error. */
function propertyOf(endpoint: Endpoint, calls = attempts(endpoint)) {
  return fc.asyncProperty(calls, async ({ address, body, type, ifMatch }) => {
    const takesBody = endpoint.method !== 'GET';
    const { status, json } = await send<unknown>(`${server.url}${address}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${world.owner.token}`,
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(takesBody && type !== '' ? { 'content-type': type } : {}),
      },
      ...(takesBody ? { body } : {}),
    });
    expect(status, JSON.stringify(json)).toBeLessThan(500);
    if (status >= 400)
      expect(json).toMatchObject({ error: { status, code: expect.any(String), message: expect.any(String) } });
  });
}

/** Tries a few calls whatever they take, then more while there is time. */
async function expectToHold(property: ReturnType<typeof propertyOf>, most: number, budgetMs: number): Promise<void> {
  await fc.assert(property, { numRuns: RUNS.least });
  const rest = await fc.check(property, { numRuns: most, interruptAfterTimeLimit: budgetMs });
  // Running out of time is not a failure; a wrong reply is, reported with its seed.
  if (rest.counterexample !== null) throw new Error(fc.defaultReportMessage(rest));
}

it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s replies to any input with its reply or a declared error',
  async (_, endpoint) => {
    await expectToHold(propertyOf(endpoint), RUNS.most, BUDGET_MS);
  },
);

const filterable = ENDPOINTS.filter(({ query, body }) =>
  [query, body].some((part) => declaredFields(part).includes('filter')),
);

it.each(filterable.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s replies to any filter with its reply or a declared error',
  async (_, endpoint) => {
    await expectToHold(propertyOf(endpoint, filtered(endpoint)), FILTERS.most, FILTERS.budgetMs);
  },
);

it('memory stays flat under any input', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('memory cannot be measured');
  const properties = ENDPOINTS.map((endpoint) => propertyOf(endpoint));
  const round = async () => {
    for (const property of properties) await fc.check(property, { numRuns: 2 });
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 2 ** 20;
  };
  // Loads code and fills caches before the measurement.
  await round();
  const sizes = [];
  for (let count = 0; count < 5; count += 1) sizes.push(await round());
  const [first = 0, ...later] = sizes;
  // A leak of 10 kB per call would be ten times as much.
  expect(Math.min(...later) - first, sizes.join(' ')).toBeLessThan(GROWTH_MB_MAX);
});
