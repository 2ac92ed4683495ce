import type { CommandId, MachineId, OrganizationId, ProfileId, UserId } from '@berth/contract/ids';

/** What features tell the gateway over the bus, after their transaction is committed. */

/** A profile has a new revision. */
export const PROFILE_CHANGED = 'profile.changed';
export interface ProfileChanged {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

/** A machine's name, profile, organisation or own settings changed. */
export const MACHINE_CHANGED = 'machine.changed';
export interface MachineChanged {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

export const COMMAND_QUEUED = 'command.queued';
export interface CommandQueued {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
  readonly commandId: CommandId;
}

/** An organisation's name, which machines show. */
export const ORGANIZATION_CHANGED = 'organization.changed';
export interface OrganizationChanged {
  readonly organizationId: OrganizationId;
}

/** Somebody is no member any more: what they have open in the organisation ends. */
export const MEMBER_REMOVED = 'member.removed';
export interface MemberRemoved {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}
