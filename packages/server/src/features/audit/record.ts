import type { AuditNote, Change, RecordChange, RecordWork } from '../../http/audit.ts';
import { takesBody } from '../../http/body.ts';
import { jsonText, masked } from './masked.ts';
import { appendEntries, type ChainId, type NewEntry } from './store.ts';
import { targetOf } from './target.ts';

/** Writes a call's change: the edge asks for it with every call that changes something. */
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

/** Writes what jobs, machines and people from outside an organization did in it. */
export const recordWork: RecordWork = (tx, organizationId, ...works) =>
  appendEntries(
    tx,
    organizationId,
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
