import { API_BASE_PATH, type Endpoint } from '@berth/contract/api/endpoint';
import { PERMISSIONS, ROLES, roleMay } from '@berth/contract/rules/permissions';
import type { Route } from './route.ts';

/** The path of an endpoint, with parameters in braces: /api/machines/{id}. */
export function pathOf({ path, root }: Endpoint): string {
  return root ? path : `${API_BASE_PATH}${path}`;
}

/** The parameter names of an endpoint's path. */
export function pathParameters({ path }: Endpoint): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
}

/** The fields of a declared object; none for other schemas. */
export function declaredFields(schema: Endpoint['params']): string[] {
  const properties = 'properties' in schema ? schema.properties : undefined;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

/** Throws unless every declared endpoint is complete and has exactly one handler. */
export function assertComplete(endpoints: readonly Endpoint[], routes: readonly Route[]): void {
  const faults = [
    ...twice(endpoints.map(({ id }) => id)).map((id) => `${id} is declared twice`),
    ...twice(routes.map(({ endpoint }) => endpoint.id)).map((id) => `${id} has two handlers`),
    ...endpoints.flatMap((endpoint) => [
      ...(routes.some((route) => route.endpoint === endpoint) ? [] : [`${endpoint.id} has no handler`]),
      ...declarationFaults(endpoint),
    ]),
    ...routes
      .filter(({ endpoint }) => !endpoints.includes(endpoint))
      .map(({ endpoint }) => `${endpoint.id} is not declared`),
  ];
  if (faults.length > 0) throw new Error(`The routes do not fit the contract:\n${faults.join('\n')}`);
}

/** Missing or contradictory parts of a declaration. */
export function declarationFaults(endpoint: Endpoint): string[] {
  const { id, tenant, permission, authentication } = endpoint;
  const inPath = pathParameters(endpoint).sort().join();
  const declared = declaredFields(endpoint.params).sort().join();
  const inTenant = tenant.kind !== 'none' && tenant.kind !== 'user';
  const named = tenant.kind === 'body' ? declaredFields(endpoint.body) : pathParameters(endpoint);
  const name = tenant.kind === 'body' ? tenant.field : inTenant ? tenant.param : undefined;
  return [
    inPath === declared ? undefined : `${id}: the path names (${inPath}), params declares (${declared})`,
    inTenant && permission === null ? `${id}: a call in a tenant needs a permission` : undefined,
    tenant.kind === 'none' && permission !== null
      ? `${id}: a permission is checked in a tenant, and there is none`
      : undefined,
    // The permission is not checked for each organization of a person; keys need it as a scope.
    tenant.kind === 'user' && permission !== null && !ROLES.every((role) => roleMay(role, permission))
      ? `${id}: not every role has its permission, and it covers all organizations`
      : undefined,
    tenant.kind !== 'none' && authentication !== 'user' ? `${id}: a tenant needs a signed-in caller` : undefined,
    name !== undefined && !named.includes(name) ? `${id}: the tenant's ${name} is not declared` : undefined,
    ...grantFaults(endpoint),
  ].filter((fault) => fault !== undefined);
}

/** A body that grants roles or permissions declares it, so that the server checks that the caller has them. */
function grantFaults({ id, body, grants }: Endpoint): string[] {
  const handedOn = Object.entries('properties' in body ? Object(body.properties) : {})
    .filter(([, schema]) => choicesOf(schema).some((choice) => POWERS.has(choice)))
    .map(([name]) => name);
  if (grants === 'none') return [];
  return handedOn
    .filter((name) => grants?.field !== name)
    .map((name) => `${id}: ${name} hands permissions on, and grants does not say so`)
    .concat(grants && !handedOn.includes(grants.field) ? [`${id}: ${grants.field} hands nothing on`] : []);
}

const POWERS: ReadonlySet<unknown> = new Set([...ROLES, ...PERMISSIONS]);

/** The allowed values of a field or of its list entries. */
function choicesOf(schema: unknown): unknown[] {
  const { enum: choices = [], items, anyOf = [] } = Object(schema);
  return [...choices, ...anyOf.flatMap(choicesOf), ...(items ? choicesOf(items) : [])];
}

function twice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
