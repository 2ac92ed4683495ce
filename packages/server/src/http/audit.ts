import type { AuditAction } from '@berth/contract/api/all';
import type { ActorKind } from '@berth/contract/api/audit';
import { changesSomething, type Endpoint } from '@berth/contract/api/endpoint';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Database, Tx } from '../db/connection.ts';
import { asUser } from '../db/transaction.ts';
import type { Logger } from '../platform/logger.ts';
import type { Input } from './input.ts';
import type { Caller } from './route.ts';

/** Details of a change that the call itself does not contain. Secrets are already masked. */
export interface AuditNote {
  /** The changed object, if the path does not name it. */
  readonly target?: { readonly kind: string; readonly id: string };
  readonly before?: unknown;
  /** Defaults to the masked body of the call. */
  readonly after?: unknown;
  /** The organization whose log gets the entry, if the call has no tenant or changes another one too. */
  readonly organizationId?: OrganizationId;
  /** The author, if the call has no logged-in caller. */
  readonly actor?: { readonly userId: UserId; readonly email: string };
}

/** A call that changed something. */
export interface Change {
  readonly endpoint: Endpoint;
  readonly input: Input;
  readonly caller: Caller | undefined;
  readonly organizationId: OrganizationId | undefined;
  readonly address: string;
  readonly requestId: string;
  readonly notes: readonly AuditNote[];
}

/** Writes a change to the audit log, in the transaction that makes it. */
export type RecordChange = (tx: Tx, change: Change) => Promise<void>;

/** A change in an organization, or of a person's own account, without an API call in it. */
export interface Work {
  readonly action: AuditAction;
  /** The job, machine or outside person that made it. */
  readonly actor: { readonly kind: Exclude<ActorKind, 'api-key'>; readonly name: string; readonly id?: string };
  readonly target?: { readonly kind: string; readonly id: string };
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes entries to the audit log, in the transaction that makes the changes. */
export type RecordWork = (tx: Tx, chain: OrganizationId | UserId, ...works: Work[]) => Promise<void>;

interface Recorder {
  readonly db: Database;
  readonly logger: Logger;
  readonly recordChange: RecordChange;
}

/** For calls with a separate transaction: commits the change and its audit entry together. */
export async function recordWithin(recorder: Recorder, tx: Tx | undefined, change: Change): Promise<void> {
  if (tx && changesSomething(change.endpoint)) await recorder.recordChange(tx, change);
}

/**
 * For calls without a tenant, which are already committed: changes to people's own accounts. Calls by unknown people
 * are not recorded, so that strangers cannot fill the log.
 */
export async function recordAfter(recorder: Recorder, tx: Tx | undefined, change: Change): Promise<void> {
  if (tx || !changesSomething(change.endpoint)) return;
  const person = change.caller ?? change.notes.find(({ actor }) => actor)?.actor;
  if (!person) return;
  try {
    await asUser(recorder.db, person, (own) => recorder.recordChange(own, change));
  } catch (error) {
    recorder.logger.error({ err: error, action: change.endpoint.id }, 'A change could not be written to the audit log');
  }
}
