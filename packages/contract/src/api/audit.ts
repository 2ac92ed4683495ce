import Type from 'typebox';
import { MachineIdSchema, OrganizationIdSchema } from '../ids.ts';
import { endpoint } from './endpoint.ts';
import { Binary, closed, Empty, FilterQuery, Instant, Nothing } from './parts.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

function nullable<Schema extends Type.TSchema>(schema: Schema): Type.TUnion<[Schema, Type.TNull]> {
  return Type.Union([schema, Type.Null()]);
}

/** Who did what, to what, from where. Secrets are masked. */
export const AuditEntry = closed({
  /** Counts from 1 in each organisation, without gaps. */
  sequence: Type.Integer({ minimum: 1 }),
  time: Instant,
  actorKind: Type.Enum(['person', 'api-key', 'machine', 'system']),
  actorId: nullable(Type.String()),
  /** An address or a name, as it was then. */
  actor: Type.String(),
  /** The id of the call, such as machines.reboot, or the name of a job's work. */
  action: Type.String(),
  targetKind: nullable(Type.String()),
  targetId: nullable(Type.String()),
  /** The network address that the call came from. */
  address: nullable(Type.String()),
  /** The X-Request-Id of the call's answer. */
  requestId: nullable(Type.String()),
  before: Type.Unknown(),
  after: Type.Unknown(),
  previousHash: Hash,
  hash: Hash,
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

const shared = {
  method: 'GET',
  params: closed({ id: OrganizationIdSchema }),
  body: Empty,
  status: 200,
  errors: ['not-found', 'forbidden', 'invalid-filter'],
  authentication: 'user',
  permission: 'audit.read',
  rate: 'read',
  tenant: { kind: 'organization', param: 'id' },
} as const;

export const listAudit = endpoint({
  ...shared,
  id: 'audit.list',
  path: '/organizations/{id}/audit',
  summary: 'Who changed what in an organisation, the newest first; filter by actor, action, target and time',
  query: FilterQuery,
  reply: Type.Array(AuditEntry),
});

export const AUDIT_FORMATS = ['csv', 'json'] as const;

export const exportAudit = endpoint({
  ...shared,
  id: 'audit.export',
  path: '/organizations/{id}/audit/export',
  summary: 'The audit log as a file, the oldest first; the filter takes the same conditions as the list',
  query: closed({ ...FilterQuery.properties, format: Type.Enum([...AUDIT_FORMATS]) }),
  reply: Binary,
  replyTypes: ['text/csv', 'application/json'],
});

export const verifyAudit = endpoint({
  ...shared,
  id: 'audit.verify',
  path: '/organizations/{id}/audit/verification',
  summary:
    'Recomputes the chain of hashes and compares it with what machines kept of it: whether any entry was changed, left out, slipped in or cut off',
  /** `kept`: a head that somebody kept, from a webhook, the server's log or this call, as SEQUENCE:HASH. */
  query: closed({ kept: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}:[0-9a-f]{64}$' })) }),
  reply: closed({
    intact: Type.Boolean(),
    /** How many entries fit together from the first one on. */
    entries: Type.Integer({ minimum: 0 }),
    /** The first entry that does not fit; null where all do. */
    brokenAt: nullable(Type.Integer({ minimum: 1 })),
    /** The newest entry's hash: whoever keeps it can later show that the log up to here is still the same. */
    head: nullable(Hash),
    /** Machines that keep a head which is no entry of this log any more. */
    disputedBy: Type.Array(MachineIdSchema),
    /** Whether the entry that was asked about is in the log as it was; null where none was. */
    holds: nullable(Type.Boolean()),
  }),
});

export const listOwnAudit = endpoint({
  id: 'audit.listOwn',
  method: 'GET',
  path: '/account/audit',
  summary: 'What the caller did with their own account, the newest first',
  params: Nothing,
  query: FilterQuery,
  body: Empty,
  reply: Type.Array(AuditEntry),
  status: 200,
  errors: ['invalid-filter'],
  authentication: 'user',
  permission: null,
  rate: 'read',
  tenant: { kind: 'user' },
});
