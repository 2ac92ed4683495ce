import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Deployment, MgmtTier } from '@berth/contract/limits';
import type { Database, Tx } from '../../db/connection.ts';
import type { LiveViews } from '../../gateway/live-views.ts';
import type { Presence } from '../../gateway/presence.ts';
import type { Registry } from '../../gateway/registry.ts';
import type { RemoteRelay } from '../../gateway/remote-relay.ts';
import type { RecordWork } from '../../http/audit.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { PlanWake } from './wake-plan.ts';

/** Selects machines of an organization, in exactly one of these ways. */
export interface Selector {
  readonly machineIds?: readonly MachineId[];
  readonly tag?: string;
  /** A list filter as text. */
  readonly filter?: string;
}

export interface SelectedMachine {
  readonly machineId: MachineId;
  readonly deployment: Deployment;
}

/** Finds at most `limit` machines. */
export type SelectMachines = (
  tx: Tx,
  organizationId: OrganizationId,
  selector: Selector,
  limit: number,
) => Promise<SelectedMachine[]>;

export interface CommandDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly presence: Presence;
  /** The machine's connection to this node, for commands that are sent right after their commit. */
  readonly lineTo: Registry['lineTo'];
  readonly relay: RemoteRelay;
  readonly liveViews: LiveViews;
  readonly recordWork: RecordWork;
  readonly tierOf: (tx: Tx, organizationId: OrganizationId) => Promise<MgmtTier>;
  /** Whether the organization allows shell commands on its machines. */
  readonly shellAllowed: (tx: Tx, organizationId: OrganizationId) => Promise<boolean>;
  readonly selectMachines: SelectMachines;
  readonly planWake: PlanWake;
}
