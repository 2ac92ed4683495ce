import type { Endpoint } from '@berth/contract/api/endpoint';
import fc from 'fast-check';
import type { Tenant } from '../fleet.ts';
import { addMachine, createTenant } from '../fleet.ts';
import type { TestMachine } from '../machine.ts';
import type { TestServer } from '../server.ts';
import { fitting } from './arbitrary.ts';

/** An organisation with one of everything that endpoints name by an id. */
export interface World extends Tenant {
  readonly machine: TestMachine;
}

export async function createWorld(server: TestServer): Promise<World> {
  const tenant = await createTenant(server);
  return { ...tenant, machine: await addMachine(server, tenant) };
}

/** Endpoints whose rows belong to one organisation. */
export function inOrganization({ tenant }: Endpoint): boolean {
  return tenant.kind !== 'none' && tenant.kind !== 'user';
}

/** What one call sends; all of it fits the declaration. */
export interface Sample {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The same call every time: required fields only, ids of this world, the first revision. */
export function sampleOf(endpoint: Endpoint, world: World): Sample {
  const params = required(endpoint, 'params', world);
  const query = required(endpoint, 'query', world);
  const takesBody = !('type' in endpoint.body && endpoint.body.type === 'null');
  return { params, query, body: takesBody ? required(endpoint, 'body', world, params) : undefined };
}

function required(
  endpoint: Endpoint,
  part: 'params' | 'query' | 'body',
  world: World,
  params: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const schema = endpoint[part] as { readonly required?: readonly string[] };
  const values = fc.sample(fitting(endpoint[part]), { numRuns: 1, seed: 7 })[0];
  const all = new Map(Object.entries(typeof values === 'object' && values !== null ? values : {}));
  const names = schema.required ?? [];
  return Object.fromEntries(
    names.map((name) => [name, params[name] ?? idNamed(name, endpoint, world) ?? all.get(name)]),
  );
}

/** The id of this world that a parameter or field of this name stands for. */
export function idNamed(name: string, { tenant }: Endpoint, world: World): unknown {
  const kind = 'param' in tenant && tenant.param === name ? tenant.kind : undefined;
  if (kind === 'organization' || name === 'organizationId' || name === 'orgId') return world.organizationId;
  if (kind === 'profile' || name === 'profileId') return world.profileId;
  if (kind === 'machine' || name === 'machineId') return world.machine.id;
  return ['revision', 'from', 'to'].includes(name) ? 1 : undefined;
}
