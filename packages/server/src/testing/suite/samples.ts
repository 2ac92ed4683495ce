import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@berth/contract/api/endpoint';
import fc from 'fast-check';
import { withClient } from '../../db/migrate.ts';
import { pathParameters } from '../../http/declaration-check.ts';
import { addMachine, createTenant, type Tenant } from '../fleet.ts';
import { invoiceSample } from '../invoice.ts';
import type { TestMachine } from '../machine.ts';
import type { TestServer } from '../server.ts';
import { fitting } from './arbitrary.ts';
import { idsFor } from './copies.ts';

/** An organization with one entity of each kind that endpoints address by ID. */
export interface World extends Tenant {
  readonly machine: TestMachine;
  readonly memberEmail: string;
  /** Address of an invited person. */
  readonly invitedEmail: string;
  readonly commandId: string;
  readonly batchId: string;
  readonly codeId: string;
  readonly invoiceNumber: string;
  readonly keyId: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly rolloutId: string;
  readonly scheduleId: string;
  readonly viewId: string;
  readonly layerId: string;
  readonly ruleId: string;
}

const layerSample = JSON.stringify({ definition: { thinhoc: { sip: { enabled: false } } }, off: [], locks: [] });

let invoices = 0;

export async function createWorld(server: TestServer): Promise<World> {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  invoices += 1;
  const [commandId, batchId, codeId] = [randomUUID(), randomUUID(), randomUUID()];
  const world = {
    ...tenant,
    machine,
    commandId,
    batchId,
    ...idsFor(codeId),
    invoiceNumber: `9999-${String(invoices).padStart(6, '0')}`,
  };
  await withClient(server.database.owner, (client) => client.query(restOf(world)));
  return world;
}

// One statement, because many tests create a world. No value comes from outside the tests.
function restOf({ owner, organizationId, profileId, machine, ...rest }: World): string {
  const [user, later] = [owner.userId, "now() + interval '1 hour'"];
  return `
    insert into memberships (organization_id, user_id, email, role)
      values ('${organizationId}', '${rest.codeId}', '${rest.memberEmail}', 'viewer');
    insert into invitations (organization_id, email, role, invited_by)
      values ('${organizationId}', '${rest.invitedEmail}', 'viewer', '${owner.email}');
    insert into command_batches (organization_id, batch_id, type, author_id, author, total, skipped)
      values ('${organizationId}', '${rest.batchId}', 'notify', '${user}', '${owner.email}', 1, 0);
    insert into commands (organization_id, command_id, machine_id, type, author_id, author, expires_at, batch_id)
      values ('${organizationId}', '${rest.commandId}', '${machine.id}', 'notify', '${user}', '${owner.email}', ${later},
        '${rest.batchId}');
    insert into enrolment_codes
        (organization_id, code_id, code_hash, hint, profile_id, deployment, uses_left, expires_at, created_by)
      values ('${organizationId}', '${rest.codeId}', '${rest.codeId}', 'hint', '${profileId}', 'vanilla', 5, ${later},
        '${owner.email}');
    insert into profile_rollouts (organization_id, rollout_id, profile_id, from_revision, to_revision, state,
        success_threshold, error_threshold, silent_after_s, soak_s, author_id, author, created_at, finished_at)
      values ('${organizationId}', '${rest.rolloutId}', '${profileId}', 1, 1, 'finished', 80, 20, 60, 0, '${user}',
        '${owner.email}', now(), now());
    insert into schedules (organization_id, schedule_id, name, type, tag, days, time, window_minutes, time_zone, enabled,
        author_id, author, created_at, changed_at)
      values ('${organizationId}', '${rest.scheduleId}', 'Nightly', 'trigger-update', 'none', '{monday}', '03:00', 60, 'UTC',
        false, '${user}', '${owner.email}', now(), now());
    insert into machine_views (organization_id, view_id, name, query)
      values ('${organizationId}', '${rest.viewId}', 'Away', 'need=away');
    insert into layers (organization_id, layer_id, name, scope, position, revision, settings, locks, updated_by)
      values ('${organizationId}', '${rest.layerId}', 'All', 'organization', 1, 1, 1, 0, '${owner.email}');
    insert into layer_revisions (organization_id, layer_id, revision, name, content, author_id, author)
      values ('${organizationId}', '${rest.layerId}', 1, 'All', '${layerSample}', '${user}', '${owner.email}');
    insert into tag_rules (organization_id, rule_id, name, networks, tags, author)
      values ('${organizationId}', '${rest.ruleId}', 'Branch', '{10.0.0.0/8}', '{branch}', '${owner.email}');
    insert into api_keys (organization_id, key_id, key_hash, hint, name, scopes, user_id, created_by, created_at)
      values ('${organizationId}', '${rest.keyId}', '${rest.keyId}', 'hint', 'Key', '{machine.read}', '${user}',
        '${owner.email}', now());
    insert into webhooks (organization_id, webhook_id, url, events, secret, enabled, created_by, created_at)
      values ('${organizationId}', '${rest.webhookId}', 'https://example.org/', '{members.none}', '', false,
        '${owner.email}', now());
    insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event, body, state)
      values ('${organizationId}', '${rest.deliveryId}', '${rest.webhookId}', 'members.none', '{}', 'failed');
    insert into billing_purchases (organization_id, purchase_id, credits, net, vat, vat_percent, vat_treatment, currency,
        status, requested_by, created_at)
      values ('${organizationId}', '${rest.codeId}', 1, 100, 19, 19, 'domestic', 'EUR', 'awaiting-payment',
        '${owner.email}', now());
    insert into billing_invoices (organization_id, number, purchase_id, issued_at, due_at, document)
      values ('${organizationId}', '${rest.invoiceNumber}', '${rest.codeId}', now(), ${later},
        '${JSON.stringify(invoiceSample(rest.invoiceNumber))}');`;
}

/** Endpoints whose rows belong to one organization. */
export function inOrganization({ tenant }: Endpoint): boolean {
  return tenant.kind !== 'none' && tenant.kind !== 'user';
}

/** Valid input of one call. */
export interface Sample {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A deterministic call: required fields only, IDs of this world, the first revision. */
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
  const all = valuesFor(endpoint[part]);
  const names = schema.required ?? [];
  return Object.fromEntries(
    names.map((name) => [
      name,
      params[name] ??
        idNamed(name, endpoint, world) ??
        addressFor(name, endpoint, world) ??
        partsOf(name, endpoint) ??
        all.get(name),
    ]),
  );
}

/** Of what has parts with permissions of their own: none (change-together.test.ts, alerts.test.ts). */
function partsOf(name: string, { id }: Endpoint): [] | object | undefined {
  if (id === 'changes.together' && name === 'expects') return {};
  const isApart =
    (id === 'changes.together' && name === 'calls') || (id === 'members.changeAlerts' && name === 'topics');
  return isApart ? [] : undefined;
}

const sampled = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** Deterministic values of a schema. Cached, because generating them takes longer than most calls. */
function valuesFor(schema: Endpoint['params']): ReadonlyMap<string, unknown> {
  const known = sampled.get(schema);
  if (known) return known;
  const values = fc.sample(fitting(schema), { numRuns: 1, seed: 7 })[0];
  const all = new Map(Object.entries(typeof values === 'object' && values !== null ? values : {}));
  sampled.set(schema, all);
  return all;
}

/** The ID in this world for a parameter or field of this name. */
export function idNamed(name: string, { tenant }: Endpoint, world: World): unknown {
  const kind = 'param' in tenant && tenant.param === name ? tenant.kind : undefined;
  if (kind === 'organization' || name === 'organizationId' || name === 'orgId') return world.organizationId;
  if (kind === 'profile' || name === 'profileId') return world.profileId;
  if (kind === 'machine' || name === 'machineId') return world.machine.id;
  if (name === 'commandId' || name === 'batchId' || name === 'codeId' || name === 'keyId') return world[name];
  if (name === 'webhookId' || name === 'deliveryId') return world[name];
  if (name === 'rolloutId' || name === 'scheduleId' || name === 'viewId' || name === 'layerId' || name === 'ruleId')
    return world[name];
  if (name === 'number') return world.invoiceNumber;
  return ['revision', 'from', 'to'].includes(name) ? 1 : undefined;
}

/** Whether a call addresses an entity that no world has: a permitted call then replies "not found". */
export function namesNothing(endpoint: Endpoint, world: World): boolean {
  return pathParameters(endpoint).some((name) => idNamed(name, endpoint, world) === undefined);
}

/** The person that a call with an address is about: an invited person or a member. */
function addressFor(name: string, { id }: Endpoint, world: World): string | undefined {
  if (name !== 'email') return undefined;
  if (id === 'members.withdraw') return world.invitedEmail;
  return id === 'members.remove' || id === 'members.changeRole' ? world.memberEmail : undefined;
}
