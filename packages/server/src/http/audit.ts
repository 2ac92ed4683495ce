import type { AuditAction } from '@berth/contract/api/all';
import type { ActorKind } from '@berth/contract/api/audit';
import { changesSomething, type Endpoint } from '@berth/contract/api/endpoint';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Database, Tx } from '../db/connection.ts';
import { asUser } from '../db/transaction.ts';
import type { Logger } from '../platform/logger.ts';
import type { Input } from './input.ts';
import type { Caller } from './route.ts';

/** Details of a change that the call does not contain. Secrets are already masked. */
export interface AuditNote {
  /** What was changed, where it is not what the address names. */
  readonly target?: { readonly kind: string; readonly id: string };
  readonly before?: unknown;
  /** The body of the call, masked, where it is not said. */
  readonly after?: unknown;
  /** Whose log it belongs in, where the call has no tenant or changes another one too. */
  readonly organizationId?: OrganizationId;
  /** Who did it, where the call has no signed-in caller. */
  readonly actor?: { readonly userId: UserId; readonly email: string };
}

/** One call that changed something. */
export interface Change {
  readonly endpoint: Endpoint;
  readonly input: Input;
  readonly caller: Caller | undefined;
  readonly organizationId: OrganizationId | undefined;
  readonly address: string;
  readonly requestId: string;
  readonly notes: readonly AuditNote[];
}

/** Writes a change into the audit log, in the transaction that makes it. */
export type RecordChange = (tx: Tx, change: Change) => Promise<void>;

/** Something done in an organization without a call of the edge in it. */
export interface Work {
  readonly action: AuditAction;
  /** The job, the machine or the person from outside the organization that did it. */
  readonly actor: { readonly kind: Exclude<ActorKind, 'api-key'>; readonly name: string; readonly id?: string };
  readonly target?: { readonly kind: string; readonly id: string };
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Writes it into the audit log, in the transaction that does it; more than one in one go. */
export type RecordWork = (tx: Tx, organizationId: OrganizationId, ...works: Work[]) => Promise<void>;

interface Recorder {
  readonly db: Database;
  readonly logger: Logger;
  readonly recordChange: RecordChange;
}

/** For calls with a transaction of their own: what is changed and what is written about it are committed as one. */
export async function recordWithin(recorder: Recorder, tx: Tx | undefined, change: Change): Promise<void> {
  if (tx && changesSomething(change.endpoint)) await recorder.recordChange(tx, change);
}

/**
 * For calls outside any tenant, which have committed by themselves: what people do with their own account. Nothing is
 * written where nobody is known, so that strangers cannot fill the log.
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
