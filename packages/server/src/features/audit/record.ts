import type { Endpoint } from '@berth/contract/api/endpoint';
import { mapSecrets, SECRET_MASK } from '@berth/contract/profile/secrets';
import type Type from 'typebox';
import type { AuditNote, Change, RecordChange, RecordWork } from '../../http/audit.ts';
import { type Input, takesBody } from '../../http/input.ts';
import { appendEntries, type ChainId, type NewEntry } from './store.ts';

/** Records a call that changed something; called for every such call. */
export const recordChange: RecordChange = async (tx, change) => {
  const notes: readonly AuditNote[] = change.notes.length > 0 ? change.notes : [{}];
  for (const [chain, own] of Map.groupBy(notes, (note) => chainOf(change, note))) {
    if (chain === undefined) throw new Error(`${change.endpoint.id}: the audit log knows neither tenant nor person`);
    await appendEntries(
      tx,
      chain,
      own.map((note) => entryOf(change, note)),
    );
  }
};

/** Records changes by jobs, machines, and people from outside the organization. */
export const recordWork: RecordWork = (tx, chain, ...works) =>
  appendEntries(
    tx,
    chain,
    works.map(({ action, actor, target, before, after }) => ({
      actor_kind: actor.kind,
      actor_id: actor.kind === 'machine' ? actor.name : (actor.id ?? null),
      actor: actor.name,
      action,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      address: null,
      request_id: null,
      before_json: jsonText(masked(undefined, before)),
      after_json: jsonText(masked(undefined, after)),
    })),
  );

function chainOf({ organizationId, caller }: Change, note: AuditNote): ChainId | undefined {
  return note.organizationId ?? organizationId ?? caller?.userId ?? note.actor?.userId;
}

function entryOf({ endpoint, input, caller, address, requestId }: Change, note: AuditNote): NewEntry {
  const person = caller ?? note.actor;
  const key = caller?.apiKey;
  const target = note.target ?? targetOf(endpoint, input);
  const sent = takesBody(endpoint) ? masked(endpoint.body, input.body) : input.query;
  return {
    actor_kind: key ? 'api-key' : 'person',
    actor_id: key?.id ?? person?.userId ?? null,
    actor: key ? `${key.name} (${person?.email})` : (person?.email ?? ''),
    action: endpoint.id,
    target_kind: target?.kind ?? null,
    target_id: target?.id ?? null,
    address,
    request_id: requestId,
    before_json: jsonText(masked(undefined, note.before)),
    after_json: jsonText(note.after === undefined ? sent : masked(undefined, note.after)),
  };
}

/** The target of a call: the profile or machine that is its tenant, else the last resource in its path. */
function targetOf(
  { path, tenant }: Endpoint,
  { params, body }: Pick<Input, 'params' | 'body'>,
): { readonly kind: string; readonly id: string } | undefined {
  if (tenant.kind === 'profile' || tenant.kind === 'machine') return named(tenant.kind, params, tenant.param);
  const [last] = [...path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].reverse();
  const [, folder, param] = last ?? [];
  if (folder !== undefined && param !== undefined) return named(folder.replace(/s$/, ''), params, param);
  return tenant.kind === 'body' ? named('organization', body, tenant.field) : undefined;
}

function named(kind: string, from: unknown, name: string): { readonly kind: string; readonly id: string } | undefined {
  const id: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  return typeof id === 'string' || typeof id === 'number' ? { kind, id: String(id) } : undefined;
}

/** Longest JSON text of an entry; larger values are stored elsewhere anyway. */
const LENGTH_MAX = 16_384;

/** Names of fields that contain secrets even if no schema says so. */
const SECRET_NAMES =
  /pass(?:word|phrase|wd)?$|_pass$|secret|token|credential|private|psk|otp|^code$|^productId$|recovery/i;

/** Removes secrets from a value, found by its schema and by field names. */
function masked(schema: Type.TSchema | undefined, value: unknown): unknown {
  const known = schema ? mapSecrets(schema, value, (secret) => (secret === '' ? '' : SECRET_MASK)) : value;
  return byName(known);
}

/** The value as JSON text, or a note of its length if it is too long; null for undefined. */
function jsonText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
  return text.length <= LENGTH_MAX ? text : JSON.stringify({ omitted: text.length });
}

function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAMES.test(name) && typeof inner === 'string' && inner !== '' ? SECRET_MASK : byName(inner),
    ]),
  );
}
