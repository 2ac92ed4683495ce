import type { Command } from '@berth/contract/api/commands';
import type { LiveViewFrame } from '@berth/contract/device/messages';
import type { CommandId, MachineId, OrganizationId, ProfileId, UserId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import type { MachineState } from './presence.ts';

/** Messages of features to the gateway over the bus, sent after the commit. */

/** A profile has a new revision. */
export const PROFILE_CHANGED = 'profile.changed';
export interface ProfileChanged {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

/** Layers of the organization or of tags were saved, ordered or deleted. */
export const LAYERS_CHANGED = 'layers.changed';
export interface LayersChanged {
  readonly organizationId: OrganizationId;
}

/** A machine's name, profile, organization or settings changed. */
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
  /** The command was stored as delivered, but its connection ended: the machine's new connection claims it. */
  readonly isUndelivered?: boolean;
}

/** An organization's name or login settings, which machines use, changed. */
export const ORGANIZATION_CHANGED = 'organization.changed';
export interface OrganizationChanged {
  readonly organizationId: OrganizationId;
}

/** A member's role changed or ended: connections without permission are closed. */
export const MEMBER_CHANGED = 'member.changed';
export interface MemberChanged {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly role: Role | null;
}

/** A login session has ended, or a grant is revoked; the message is its ID. Remote control opened in it ends. */
export const SESSION_ENDED = 'identity.session-ended';
/** An API key is deleted; the message is its ID. Remote control that it opened ends. */
export const API_KEY_DELETED = 'api-keys.deleted';

/** A machine came online or went offline. Repeated after a server restart. */
export const MACHINE_PRESENCE = 'machine.presence';
export interface MachinePresence {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
  readonly online: boolean;
}

/** Two machines with the same key were connected at once: a disk was copied. */
export const MACHINE_CLONED = 'machine.cloned';
export interface MachineCloned {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

/** Someone views a machine's screen: the node of the machine requests an image. */
export const FRAME_REQUESTED = 'picture.wanted';
export interface FrameRequested {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

/** A machine is asked to wake others of its network, by their hardware addresses. */
export const WAKE_REQUESTED = 'machine.wake-requested';
export interface WakeRequested {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
  readonly macs: readonly string[];
}

/** A machine sent the requested frame. */
export const FRAME_TAKEN = 'picture.taken';
export interface FrameTaken extends FrameRequested {
  readonly frame: LiveViewFrame;
}

/** The result of a shell command is stored, for the call that waits for it. */
export const COMMAND_FINISHED = 'command.finished';
export interface CommandFinished {
  readonly organizationId: OrganizationId;
  readonly commandId: CommandId;
  readonly stored: Pick<Command, 'state' | 'result' | 'finishedAt'>;
}

/** What nodes tell each other about the machines they hold. */

/** A node's machines changed: the current online ones, and those that left. */
export const NODE_STATES = 'node.states';
export interface NodeStates {
  readonly node: string;
  /** Starts the full list of the node's machines: earlier states are obsolete. */
  readonly afresh: boolean;
  readonly states: readonly HeldState[];
}

export interface HeldState extends MachineState {
  /** When the machine opened this connection, in milliseconds since 1970; its newest connection counts. */
  readonly connectedAt: number;
}

/** A node is alive and holds this many machines. */
export const NODE_ALIVE = 'node.alive';
export interface NodeAlive {
  readonly node: string;
  readonly online: number;
}

/** Requests all machines of a node. */
export const NODE_ASKED = 'node.asked';
export interface NodeAsked {
  readonly node: string;
}

/** A node stops: its machines reconnect to another one. */
export const NODE_GONE = 'node.gone';
export interface NodeGone {
  readonly node: string;
}
