import type { CommandBatch } from '@berth/contract/api/command-batches';
import type { AuditHead, ButtonPress, CommandMessage, Desired } from '@berth/contract/device/messages';
import type { ErrorCode } from '@berth/contract/errors';
import type { BatchId, CommandId, MachineId, OrganizationId, ProfileId, UserId } from '@berth/contract/ids';
import type { MachineState } from './presence.ts';

/** The revision of a profile that a machine should show. */
export interface ProfileReference {
  readonly id: ProfileId;
  readonly revision: number;
  /** A rollout holds the machine at this revision; otherwise any newer one is fine. */
  readonly isHeld: boolean;
  /** The layers that apply to this machine, lowest first, each with its revision. */
  readonly layers: readonly string[];
}

/** A profile as sent to machines, with decrypted secrets. */
export interface LoadedProfile {
  readonly content: NonNullable<Desired['profile']>;
  /** During a rollout, machines differ in the revision they should show. */
  readonly isStaged: boolean;
}

/** The desired state of a machine, without its profile's content, which many machines share. */
export interface DesiredHead {
  readonly settings: Omit<Desired, 'profile'>;
  readonly profile: ProfileReference | null;
  /** The newest entry of its organization's audit log, which the machine keeps. */
  readonly audit: AuditHead | undefined;
  /** Whether commands are waiting that earlier connections did not deliver. */
  readonly commandsWait: boolean;
}

export interface ProfileKey {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

export interface MachineKey {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

/** A line of a machine's log. */
export interface LogLine {
  readonly id: string;
  /** ISO 8601. */
  readonly time: string;
  readonly type: string;
  readonly message: string;
}

/** A command as sent to a machine. */
export type OutgoingCommand = Omit<CommandMessage, 'type'>;

/** One command for many machines, to be queued. */
export interface NewBatch {
  readonly id: BatchId;
  readonly type: CommandBatch['type'];
  readonly payload: Readonly<Record<string, unknown>>;
  readonly authorId: UserId;
  readonly author: string;
  readonly total: number;
  /** Named machines that the organization does not have. */
  readonly missing?: number;
  readonly expiresInMs: number;
  readonly commands: readonly BatchedCommand[];
}

export interface BatchedCommand {
  readonly id: CommandId;
  readonly machineId: MachineId;
  /** Stored as delivered, for a caller that sends it after the commit, unless earlier commands wait. */
  readonly atOnce?: boolean;
}

export interface CommandClaim {
  readonly machineId: MachineId;
  readonly connectedAt: Date | undefined;
}

export interface MachinesCommand {
  readonly machineId: MachineId;
  readonly commandId: CommandId;
}

export interface CommandResult extends MachinesCommand {
  readonly ok: boolean;
  readonly output: string;
}

/** Why a shell button does not run its command. */
export interface PressError {
  readonly code: ErrorCode;
  readonly message: string;
}

/** The gateway's ports to the features; the composition root connects them. */
export interface GatewayPorts {
  /** The organizations of authenticated machines; unregistered ones are omitted. */
  homesOf(machineIds: readonly MachineId[]): Promise<ReadonlyMap<MachineId, OrganizationId>>;
  /** Machines that are not (or no longer) in their organization are omitted. */
  loadHeads(
    organizationId: OrganizationId,
    machineIds: readonly MachineId[],
  ): Promise<ReadonlyMap<MachineId, DesiredHead>>;
  /** The profiles of machines with their layers, null without a profile; omitted as in loadHeads. */
  loadReferences(
    organizationId: OrganizationId,
    machineIds: readonly MachineId[],
  ): Promise<ReadonlyMap<MachineId, ProfileReference | null>>;
  /** The requested revision, or the newest, with layers as ProfileReference names them. */
  loadProfile(
    organizationId: OrganizationId,
    profileId: ProfileId,
    revision: number | undefined,
    layers: readonly string[],
  ): Promise<LoadedProfile | undefined>;
  saveStates(states: readonly MachineState[]): Promise<void>;
  saveLogs(machine: MachineKey, lines: readonly LogLine[]): Promise<void>;
  /** Two computers with this machine's key were connected at once, from these addresses. */
  recordClone(machine: MachineKey, addresses: readonly string[]): Promise<void>;
  /**
   * Marks commands as delivered and returns them, oldest first. `connectedAt` is given once, right after the machine
   * connects: commands that an earlier connection took without accepting are delivered again, and expired ones end.
   */
  claimCommands(
    organizationId: OrganizationId,
    claims: readonly CommandClaim[],
  ): Promise<ReadonlyMap<MachineId, readonly OutgoingCommand[]>>;
  /** Machines of all organizations with waiting commands; polled where hints may be lost. */
  machinesWithQueued(): Promise<MachineKey[]>;
  acceptCommands(organizationId: OrganizationId, accepted: readonly MachinesCommand[]): Promise<void>;
  finishCommands(organizationId: OrganizationId, results: readonly CommandResult[]): Promise<void>;
  /** Compares the audit log heads that machines kept with the log, and records missing entries. */
  checkAuditHeads(
    organizationId: OrganizationId,
    kept: readonly { readonly machineId: MachineId; readonly heads: readonly AuditHead[] }[],
  ): Promise<void>;
  /** The machine's user has read this command's message. */
  messageRead(machine: MachineKey, commandId: CommandId): Promise<void>;
  /** Queues the command of a pressed shell button, or returns why not. */
  pressButton(machine: MachineKey, press: ButtonPress): Promise<PressError | undefined>;
}
