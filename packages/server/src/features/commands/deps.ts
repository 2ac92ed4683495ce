import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import type { Tx } from '../../db/connection.ts';
import type { Presence } from '../../gateway/presence.ts';
import type { Bus } from '../../platform/bus.ts';

export interface CommandDeps {
  readonly bus: Bus;
  readonly presence: Presence;
  readonly tierOf: (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;
}
