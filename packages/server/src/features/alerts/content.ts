import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { MachineAlert } from '@berth/contract/rules/alerts';
import type { CreditsWarning } from '@berth/contract/rules/billing';
import type { RolledBack } from '@berth/contract/rules/rollouts';

/** What one email says; stored until it is sent. */
export type AlertContent = MachinesAlert | RolloutAlert | CreditsAlert;

/** The machines that newly need attention, by what they need. */
export interface MachinesAlert {
  readonly topic: 'machines';
  /** A machine may have several needs. */
  readonly total: number;
  readonly needs: readonly NeedyMachines[];
}

export interface NeedyMachines {
  readonly need: MachineAlert;
  readonly count: number;
  /** The first by name. */
  readonly machines: readonly { readonly id: MachineId; readonly name: string }[];
}

export interface RolloutAlert extends RolledBack {
  readonly topic: 'rollouts';
}

export interface CreditsAlert {
  readonly topic: 'credits';
  readonly warning: CreditsWarning;
  /** How many are missing. */
  readonly missing: number;
  /** Until when the credits last, or Pro continues. */
  readonly until: string;
}

/** An email that waits to be sent. */
export interface AlertKey {
  readonly organizationId: OrganizationId;
  readonly mailId: string;
}
