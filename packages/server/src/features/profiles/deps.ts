import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import type { Tx } from '../../db/connection.ts';
import type { Presence } from '../../gateway/presence.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Sealer } from '../../platform/seal.ts';

/** The tier of the transaction's organisation, which stays as it is until the transaction ends. */
export type LockTier = (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;

/** Whether a rollout of the profile is under way: then nothing else changes it. */
export type IsRollingOut = (
  tx: Tx,
  key: { readonly organizationId: OrganizationId; readonly profileId: ProfileId },
) => Promise<boolean>;

export interface ProfileDeps {
  readonly bus: Bus;
  readonly sealer: Sealer;
  readonly lockTier: LockTier;
  readonly presence: Presence;
  readonly isRollingOut: IsRollingOut;
}
