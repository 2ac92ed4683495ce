import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import type { Role } from '@berth/contract/rules/permissions';
import type { Tx } from '../../db/connection.ts';
import type { ProfileKey } from '../../gateway/ports.ts';
import type { Presence } from '../../gateway/presence.ts';
import type { Caller } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Sealer } from '../../platform/seal.ts';
import type { Editors } from './editors.ts';

/** Returns the organization's tier and locks it until the transaction ends. */
export type LockTier = (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;

/** Whether a rollout of the profile is in progress: only the rollout can then change it. */
export type IsRollingOut = (tx: Tx, key: ProfileKey) => Promise<boolean>;

/** Throws if the caller must not run shell commands on machines. */
export type RequireShell = (call: {
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  readonly role: Role;
  readonly caller: Caller;
}) => Promise<unknown>;

export interface ProfileDeps {
  readonly requireShell: RequireShell;
  readonly bus: Bus;
  readonly sealer: Sealer;
  readonly lockTier: LockTier;
  readonly presence: Presence;
  readonly isRollingOut: IsRollingOut;
  readonly editors: Editors;
}
