import type { LiveViewFrame } from '@berth/contract/device/live-view-frame';
import type { CommandId, MachineId, OrganizationId, ProfileId, UserId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';

/** What features tell the gateway over the bus, after their transaction is committed. */

/** A profile has a new revision. */
export const PROFILE_CHANGED = 'profile.changed';
export interface ProfileChanged {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

/** A machine's name, profile, organization or own settings changed. */
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

/** An organization's name, which machines show, or how people log in at them. */
export const ORGANIZATION_CHANGED = 'organization.changed';
export interface OrganizationChanged {
  readonly organizationId: OrganizationId;
}

/** Somebody has another role, or none any more: what they have open and may not have ends. */
export const MEMBER_CHANGED = 'member.changed';
export interface MemberChanged {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role | null;
}

/** A machine came, or went. Told again after a restart of the server. */
export const MACHINE_PRESENCE = 'machine.presence';
export interface MachinePresence {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
  readonly online: boolean;
}

/** Two machines with one key were connected at once: a disk was copied. */
export const MACHINE_CLONED = 'machine.cloned';
export interface MachineCloned {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

/** Somebody looks at a machine's screen: whoever holds the machine asks it for a picture. */
export const FRAME_REQUESTED = 'picture.wanted';
export interface FrameRequested {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

/** A machine that was asked has answered. */
export const FRAME_TAKEN = 'picture.taken';
export interface FrameTaken extends FrameRequested {
  readonly frame: LiveViewFrame;
}

/** A machine said how a command ended. */
export const COMMAND_FINISHED = 'command.finished';
export interface CommandFinished {
  readonly organizationId: OrganizationId;
  readonly commandId: CommandId;
}
