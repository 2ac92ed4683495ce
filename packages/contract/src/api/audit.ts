import Type from 'typebox';
import { MachineIdSchema } from '../ids.ts';
import { CsvSeparator } from './csv.ts';
import { endpoint } from './declare.ts';
import { Binary, closed, FilterQuery, Instant, nullable } from './parts.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const ACTOR_KINDS = ['person', 'api-key', 'machine', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who did what to which target, and from where. Secrets are masked. */
export const AuditEntry = closed({
  /** Counts from 1 in each organization, without gaps. */
  sequence: Type.Integer({ minimum: 1 }),
  time: Instant,
  actorKind: Type.Enum([...ACTOR_KINDS]),
  actorId: nullable(Type.String()),
  /** The email address or name at that time. */
  actor: Type.String(),
  /** The call's ID, such as machines.reboot, or the name of a job's work. */
  action: Type.String(),
  targetKind: nullable(Type.String()),
  targetId: nullable(Type.String()),
  /** The caller's network address. */
  address: nullable(Type.String()),
  /** The X-Request-Id of the reply. */
  requestId: nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
  previousHash: Hash,
  hash: Hash,
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

/** An entry in a list, with the current names of its machines and profiles; both are searchable. */
export const ListedAuditEntry = closed({
  ...AuditEntry.properties,
  actorName: Type.String(),
  /** Null for a target without a name, such as a command. */
  targetName: nullable(Type.String()),
});
export type ListedAuditEntry = Type.Static<typeof ListedAuditEntry>;

export const listAudit = endpoint('GET /organizations/{id}/audit', {
  id: 'audit.list',
  summary: 'List the audit log of an organization, newest first; filter by actor, action, target, and time',
  permission: 'audit.read',
  query: FilterQuery,
  reply: Type.Array(ListedAuditEntry),
});

export const AUDIT_FORMATS = ['csv', 'json'] as const;

export const exportAudit = endpoint('GET /organizations/{id}/audit/export', {
  id: 'audit.export',
  summary: 'Export the audit log, oldest first; takes the same filter as the list',
  permission: 'audit.read',
  query: closed({ ...FilterQuery.properties, format: Type.Enum([...AUDIT_FORMATS]), separator: CsvSeparator }),
  reply: Binary,
  replyTypes: ['text/csv', 'application/json'],
});

export const verifyAudit = endpoint('GET /organizations/{id}/audit/verification', {
  id: 'audit.verify',
  summary:
    "Verify the audit log's hash chain, also against the heads that machines keep: detects changed, missing, inserted, and cut-off entries",
  permission: 'audit.read',
  /** `kept`: a head stored earlier, from a webhook, the server's log or this call, as SEQUENCE:HASH. */
  query: closed({ kept: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}:[0-9a-f]{64}$' })) }),
  reply: closed({
    intact: Type.Boolean(),
    /** Number of consistent entries from the first one on. */
    entries: Type.Integer({ minimum: 0 }),
    /** The first inconsistent entry; null if there is none. */
    brokenAt: nullable(Type.Integer({ minimum: 1 })),
    /** Hash of the newest entry: stored elsewhere, it later proves that the log up to here is unchanged. */
    head: nullable(Hash),
    /** Machines whose stored head is no longer an entry of this log. */
    disputedBy: Type.Array(MachineIdSchema),
    /** Whether the entry in question is in the log unchanged; null if none was given. */
    holds: nullable(Type.Boolean()),
  }),
  errors: ['invalid-filter'],
});

export const listOwnAudit = endpoint('GET /account/audit', {
  id: 'audit.listOwn',
  summary: "List the audit log of the caller's own account, newest first",
  tenant: { kind: 'user' },
  query: FilterQuery,
  reply: Type.Array(ListedAuditEntry),
});
