import type { OrganizationId } from '@berth/contract/ids';
import type { AuditAction } from '@berth/contract/rules/audit';
import type { Database, Tx } from '../../db/connection.ts';
import type { Nonces } from '../../gateway/nonce.ts';
import type { Presence } from '../../gateway/presence.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/seal.ts';

/** Writes into the audit log what nobody signed in for, in the transaction of its tenant. */
export type RecordWork = (
  tx: Tx,
  organizationId: OrganizationId,
  work: {
    readonly action: AuditAction;
    readonly actor: { readonly kind: 'machine'; readonly name: string };
    readonly target: { readonly kind: string; readonly id: string };
    readonly after: unknown;
  },
) => Promise<void>;

export interface MachineDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly nonces: Nonces;
  readonly presence: Presence;
  readonly recordWork: RecordWork;
}
