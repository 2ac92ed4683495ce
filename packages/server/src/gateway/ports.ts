import type { CommandMessage, Desired } from '@berth/contract/device/messages';
import type { CommandId, MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { MachineState } from './presence.ts';

/** The revision of a profile that a machine should show. */
export interface WantedProfile {
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
  readonly profile: WantedProfile | null;
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

/** What the gateway asks of the features behind it; the composition root joins them. */
export interface GatewayPorts {
  /** Where a machine that has proven its key is registered. */
  homeOf(machineId: MachineId): Promise<OrganizationId | undefined>;
  /** undefined when the machine is not in that organisation (any more). */
  loadHead(machine: MachineKey): Promise<DesiredHead | undefined>;
  /** The revision that is asked for, or the newest. */
  loadProfile(
    organizationId: OrganizationId,
    profileId: ProfileId,
    revision: number | undefined,
  ): Promise<LoadedProfile | undefined>;
  saveStates(states: readonly MachineState[]): Promise<void>;
  saveLogs(machine: MachineKey, lines: readonly LogLine[]): Promise<void>;
  /**
   * Marks commands as delivered and hands them over, oldest first. `connectedAt` is given once, right after the machine
   * connected: then what an earlier connection took without accepting comes again, and what must not come late ends.
   */
  claimCommands(machine: MachineKey, connectedAt: Date | undefined): Promise<OutgoingCommand[]>;
  /** Machines of all organisations for which commands wait; asked now and then where hints may be lost. */
  machinesWithQueued(): Promise<MachineKey[]>;
  acceptCommand(machine: MachineKey, commandId: CommandId): Promise<void>;
  finishCommand(machine: MachineKey, commandId: CommandId, result: { ok: boolean; output: string }): Promise<void>;
}
