import { LogEntry } from '@berth/contract/api/machines';
import { CallRecord } from '@berth/contract/bridge/calls';
import { LoginUser } from '@berth/contract/bridge/login';
import { Notification } from '@berth/contract/bridge/methods';
import { MirrorHostIdentity } from '@berth/contract/bridge/screen';
import { ReportedCertificate } from '@berth/contract/device/certificate';
import { AuditHead, Desired } from '@berth/contract/device/messages';
import type { CommandId } from '@berth/contract/ids';
import { CommandIdSchema, OrganizationIdSchema } from '@berth/contract/ids';
import { KEYBOARD_LAYOUTS } from '@berth/contract/profile/keyboard-layouts';
import { SESSION_TYPES } from '@berth/contract/profile/sessions';
import { COMMAND_TYPES } from '@berth/contract/rules/commands';
import { MONITOR_ARRANGEMENTS, MONITOR_ROTATIONS } from '@berth/contract/rules/monitors';
import Type from 'typebox';
import type { Log } from '../system/log.ts';
import type { NetworkPlan } from '../system/ports/network.ts';
import { tolerantChecker } from './schema.ts';

const object = <P extends Type.TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false });

/** An accepted command. It is kept after it ends, so that it never runs again. */
const AcceptedCommand = object({
  id: CommandIdSchema,
  command: Type.Enum([...COMMAND_TYPES]),
  /** The boot in which it was accepted: shows whether a reboot command has worked. */
  bootId: Type.String(),
  /** Null while it runs. */
  result: Type.Union([object({ ok: Type.Boolean(), output: Type.String() }), Type.Null()]),
  /** Whether the cloud has confirmed the result. */
  sent: Type.Boolean(),
});
export type AcceptedCommand = Type.Static<typeof AcceptedCommand>;

/** An open session, to be reopened after a crash. */
const RememberedSession = object({
  session_type: Type.Enum([...SESSION_TYPES]),
  session_index: Type.Integer({ minimum: 0 }),
  app_instance: Type.Union([Type.String(), Type.Null()]),
});
export type RememberedSession = Type.Static<typeof RememberedSession>;

/** Network settings of profiles; their content is private to the network feature. */
const Plan = Type.Union([Type.Unsafe<NetworkPlan>(Type.Object({}, { additionalProperties: true })), Type.Null()]);
const NetworkMemory = object({
  /** The settings that kept the machine reachable; null: none of a profile. */
  kept: Plan,
  /** Settings that cut the machine off; not retried. */
  failed: Plan,
  /** Settings on trial; at start this means that they have failed. */
  trial: Plan,
});
export type NetworkMemory = Type.Static<typeof NetworkMemory>;

const Names = Type.Optional(Type.Array(Type.String()));
const LoginMemory = object({
  /** Null: logged out, or never logged in. */
  user: Type.Union([LoginUser, Type.Null()]),
  /** The boot the user belongs to. */
  bootId: Type.String(),
  /** Earlier users by provider, if the organization allows it. */
  history: object({ local: Names, ldap: Names, 'azure-ad': Names, 'product-id': Names }),
});
export type LoginMemory = Type.Static<typeof LoginMemory>;

const State = object({
  version: Type.Literal(1),
  /** The last good desired state, shown at boot without waiting for the cloud. Null: unregistered. */
  desired: Type.Union([Desired, Type.Null()]),
  commands: Type.Array(AcceptedCommand),
  sessions: Type.Array(RememberedSession),
  /** The boot of the stored sessions: after a reboot they are not reopened. */
  sessionsBootId: Type.String(),
  network: NetworkMemory,
  login: LoginMemory,
  /** The user's input in the first-boot wizard; only the page interprets it. */
  wizard: Type.Union([
    Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
    Type.Null(),
  ]),
  /** Log entries that are not sent yet. */
  logs: Type.Array(LogEntry),
  /** Messages of administrators, the oldest first. */
  messages: object({
    unread: Type.Array(Notification),
    /** Read messages whose receipts the cloud has not acknowledged. */
    read: Type.Array(CommandIdSchema),
  }),
  /** Phone calls, the newest first. */
  calls: Type.Array(CallRecord),
  /** The layout chosen at the machine; null: the profile's first one. */
  keyboardLayout: Type.Union([Type.Enum([...KEYBOARD_LAYOUTS]), Type.Null()]),
  /** The monitor layout chosen at the machine; null: the profile's. */
  displays: Type.Union([
    object({
      arrangement: Type.Optional(Type.Enum([...MONITOR_ARRANGEMENTS])),
      rotation: Type.Optional(Type.Enum([...MONITOR_ROTATIONS])),
    }),
    Type.Null(),
  ]),
  /** The user's accessibility aids; null: none. */
  aids: Type.Union([
    object({
      /** The boot they were chosen in. */
      bootId: Type.String(),
      largeText: Type.Boolean(),
      highContrast: Type.Boolean(),
      stickyKeys: Type.Boolean(),
      slowRepeat: Type.Boolean(),
      screenReader: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  /** The identity of the home screen's mirroring; null: none. */
  mirrorHost: Type.Union([
    object({
      /** The boot it is of. */
      bootId: Type.String(),
      ...MirrorHostIdentity.properties,
    }),
    Type.Null(),
  ]),
  /** The home screen's language, as BCP 47, for other windows, also after a start in kiosk mode. */
  language: Type.String(),
  /** Entries of the organization's audit log that were its head, oldest first. */
  auditHeads: Type.Array(object({ organizationId: OrganizationIdSchema, ...AuditHead.properties, day: Type.String() })),
  /** Which recovery key of the disk the cloud has, and since when; null: none that this agent handed over. */
  recoveryKeyGiven: Type.Union([
    object({ organizationId: OrganizationIdSchema, fingerprint: Type.String(), at: Type.String() }),
    Type.Null(),
  ]),
  /** Refused certificates of the profile's remote desktops, newest first. */
  refusedCertificates: Type.Array(ReportedCertificate),
  /** Whether the user forbids the live view. */
  liveViewForbidden: Type.Boolean(),
});
export type MachineState = Type.Static<typeof State>;

export const emptyState: MachineState = {
  version: 1,
  desired: null,
  commands: [],
  sessions: [],
  sessionsBootId: '',
  network: { kept: null, failed: null, trial: null },
  login: { user: null, bootId: '', history: {} },
  wizard: null,
  logs: [],
  messages: { unread: [], read: [] },
  calls: [],
  keyboardLayout: null,
  displays: null,
  aids: null,
  mirrorHost: null,
  language: 'de-DE',
  auditHeads: [],
  recoveryKeyGiven: null,
  refusedCertificates: [],
  liveViewForbidden: false,
};

/** Number of remembered commands; the cloud never repeats an older one. */
export const COMMANDS_KEPT = 200;

const check = tolerantChecker(State);

/** Number of remembered phone calls. */
export const CALLS_KEPT = 100;

/** Parses the stored state. Invalid parts get their defaults; the rest is kept. */
export function parseState(value: unknown, log: Log): MachineState {
  if (value === null) return emptyState;
  if (check(value).length === 0) return value as MachineState;
  const known: Record<string, unknown> = { ...emptyState };
  for (const [key, part] of Object.entries(typeof value === 'object' ? (value as object) : {})) {
    if (!(key in emptyState)) continue;
    const faults = check({ ...emptyState, [key]: part });
    if (faults.length === 0) known[key] = part;
    else log.warn({ part: key, faults: faults.slice(0, 3) }, 'part of the state is not understood and left out');
  }
  return known as MachineState;
}

/** The remembered command with this id. */
export function acceptedCommand(state: MachineState, id: CommandId): AcceptedCommand | undefined {
  return state.commands.find((each) => each.id === id);
}
