import type { ProductIdError } from '@berth/contract/api/product-ids';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Database, Tx } from '../../db/connection.ts';
import type { Nonces } from '../../gateway/nonce.ts';
import type { Presence } from '../../gateway/presence.ts';
import type { RecordWork } from '../../http/audit.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sealer } from '../../platform/seal.ts';

/** The variant for a machine; throws if it does not match the requested one. */
export type ClaimVariant = (
  tx: Tx,
  machineId: MachineId,
  wanted: { readonly deployment?: Deployment | undefined; readonly productId?: string | undefined },
) => Promise<Deployment>;

/** Reads a machine's definition; undefined without a profile. */
export type ReadDefinition = (
  tx: Tx,
  machine: { readonly organizationId: OrganizationId; readonly machineId: MachineId },
) => Promise<{ readonly definition: ProfileDefinition } | undefined>;

export interface MachineDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly nonces: Nonces;
  readonly presence: Presence;
  readonly recordWork: RecordWork;
  readonly claimVariant: ClaimVariant;
  readonly readDefinition: ReadDefinition;
  readonly refusedVariant: (code: ProductIdError) => Error;
}
