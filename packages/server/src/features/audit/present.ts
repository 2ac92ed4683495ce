import { type AuditEntry, ListedAuditEntry } from '@berth/contract/api/audit';
import { sql } from 'kysely';
import type { FilterField } from '../../http/filter/grammar.ts';
import type { Listing } from '../../http/filter/parse.ts';
import { ACTOR_NAME, COMMAND, type EntryRow, type NamedRow, TARGET_NAME } from './store.ts';

export function presentEntry(row: EntryRow): AuditEntry {
  return {
    sequence: row.sequence,
    time: row.time,
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actor: row.actor,
    action: row.action,
    targetKind: row.target_kind,
    targetId: row.target_id,
    address: row.address,
    requestId: row.request_id,
    before: parsed(row.before_json),
    after: parsed(row.after_json),
    previousHash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  };
}

/** The same for lists, with current names. */
export function presentListed(row: NamedRow): ListedAuditEntry {
  return { ...presentEntry(row), actorName: row.actor_name, targetName: row.target_name };
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

const text = (column: string): FilterField => ({ kind: 'text', expression: () => sql.ref(`e.${column}`) });

/** The searchable fields of the log. */
export const auditListing: Listing = {
  fields: {
    sequence: { kind: 'integer', expression: () => sql`e.sequence` },
    time: { kind: 'instant', expression: () => sql`e.time` },
    actorKind: text('actor_kind'),
    actorId: text('actor_id'),
    actor: text('actor'),
    action: text('action'),
    targetKind: text('target_kind'),
    targetId: text('target_id'),
    actorName: { kind: 'text', expression: () => ACTOR_NAME },
    targetName: { kind: 'text', expression: () => TARGET_NAME },
    /** The command type of an entry about one or many machines. */
    command: { kind: 'text', expression: () => COMMAND },
    address: text('address'),
    requestId: text('request_id'),
  },
  replyFields: Object.keys(ListedAuditEntry.properties),
  defaultOrder: [{ field: 'sequence', descending: true }],
};
