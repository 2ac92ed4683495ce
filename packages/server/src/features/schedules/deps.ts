import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Deployment, MgmtTier } from '@berth/contract/limits';
import type { Database, Tx } from '../../db/connection.ts';
import type { NewBatch } from '../../gateway/ports.ts';
import type { Presence } from '../../gateway/presence.ts';
import type { RecordWork } from '../../http/audit.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';

export interface SelectedMachine {
  readonly machineId: MachineId;
  readonly deployment: Deployment;
  /** As reported by the machine; null before its first report. */
  readonly timeZone: string | null;
}

export interface ScheduleDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly presence: Presence;
  /** Finds machines by tag or list filter. Throws 'invalid-filter'. */
  readonly selectMachines: (
    tx: Tx,
    organizationId: OrganizationId,
    selector: { readonly tag?: string; readonly filter?: string },
    limit?: number,
  ) => Promise<SelectedMachine[]>;
  readonly tierOf: (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;
  /** Whether power management may be used on a machine. */
  readonly mayManagePower: (tier: MgmtTier, deployment: Deployment) => boolean;
  readonly recordWork: RecordWork;
  /** Plans to wake machines; `send` does it, after the commit. */
  readonly planWake: (
    tx: Tx,
    organizationId: OrganizationId,
    machineIds: readonly MachineId[],
  ) => Promise<{ send(): void }>;
  /** Queues one command per machine. */
  readonly insertBatch: (tx: Tx, organizationId: OrganizationId, batch: NewBatch) => Promise<unknown>;
}
