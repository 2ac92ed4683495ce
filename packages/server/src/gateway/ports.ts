import type { AuditHead, ButtonPress, CommandMessage, Desired } from '@berth/contract/device/messages';
import type { ErrorCode } from '@berth/contract/errors';
import type { CommandId, MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { MachineState } from './presence.ts';

/** The revision of a profile that a machine should show. */
export interface ProfileReference {
  readonly id: ProfileId;
  readonly revision: number;
  /** A rollout holds the machine at this revision; otherwise any newer one is as good. */
  readonly isHeld: boolean;
}

/** A profile as machines get it, secrets in clear. */
export interface LoadedProfile {
  readonly content: NonNullable<Desired['profile']>;
  /** A rollout is under way: machines differ in the revision they should show. */
  readonly isStaged: boolean;
}

/** What a machine should be, apart from its profile's content, which many machines share. */
export interface DesiredHead {
  readonly settings: Omit<Desired, 'profile'>;
  readonly profile: ProfileReference | null;
  /** The newest entry of its organization's audit log, for the machine to keep. */
  readonly audit: AuditHead | undefined;
  /** Whether commands wait for it that its earlier connections did not take. */
  readonly commandsWait: boolean;
}

export interface MachineKey {
  readonly organizationId: OrganizationId;
  readonly machineId: MachineId;
}

/** One line of a machine's log, ready to be kept. */
export interface LogLine {
  readonly id: string;
  /** ISO 8601. */
  readonly time: string;
  readonly type: string;
  readonly message: string;
}

/** A command as a machine gets it. */
export type OutgoingCommand = Omit<CommandMessage, 'type'>;

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

/** What the gateway asks of the features behind it; the composition root joins them. */
export interface GatewayPorts {
  /** Where machines that have proven their keys are registered; one that is not is left out. */
  homesOf(machineIds: readonly MachineId[]): Promise<ReadonlyMap<MachineId, OrganizationId>>;
  /** One that is not in that organization (any more) is left out. */
  loadHeads(
    organizationId: OrganizationId,
    machineIds: readonly MachineId[],
  ): Promise<ReadonlyMap<MachineId, DesiredHead>>;
  /** The revision that is asked for, or the newest. */
  loadProfile(
    organizationId: OrganizationId,
    profileId: ProfileId,
    revision: number | undefined,
  ): Promise<LoadedProfile | undefined>;
  saveStates(states: readonly MachineState[]): Promise<void>;
  saveLogs(machine: MachineKey, lines: readonly LogLine[]): Promise<void>;
  /** Two computers with this machine's key were connected at once, from these addresses. */
  recordClone(machine: MachineKey, addresses: readonly string[]): Promise<void>;
  /**
   * Marks commands as delivered and hands them over, oldest first. `connectedAt` is given once, right after the machine
   * connected: then what an earlier connection took without accepting comes again, and what must not come late ends.
   */
  claimCommands(
    organizationId: OrganizationId,
    claims: readonly CommandClaim[],
  ): Promise<ReadonlyMap<MachineId, readonly OutgoingCommand[]>>;
  /** Machines of all organizations for which commands wait; asked now and then where hints may be lost. */
  machinesWithQueued(): Promise<MachineKey[]>;
  acceptCommands(organizationId: OrganizationId, accepted: readonly MachinesCommand[]): Promise<void>;
  finishCommands(organizationId: OrganizationId, results: readonly CommandResult[]): Promise<void>;
  /** Compares heads of the audit log that machines kept with the log, and writes down what it lacks. */
  checkAuditHeads(
    organizationId: OrganizationId,
    kept: readonly { readonly machineId: MachineId; readonly heads: readonly AuditHead[] }[],
  ): Promise<void>;
  /** The machine's user has read what this command told. */
  messageRead(machine: MachineKey, commandId: CommandId): Promise<void>;
  /** Queues the command of a shell button that was pressed at the machine, or says why not. */
  pressButton(machine: MachineKey, press: ButtonPress): Promise<PressError | undefined>;
}
