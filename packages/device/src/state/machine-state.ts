import { LogEntry } from '@berth/contract/api/machines';
import { CallRecord } from '@berth/contract/bridge/calls';
import { LoginUser } from '@berth/contract/bridge/login';
import { Notification } from '@berth/contract/bridge/methods';
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

/** A command this machine took on. It is kept after its end, so that it never runs again. */
const AcceptedCommand = object({
  id: CommandIdSchema,
  command: Type.Enum([...COMMAND_TYPES]),
  /** The boot during which it was accepted: tells a reboot that happened from one that did not. */
  bootId: Type.String(),
  /** Null while it runs. */
  result: Type.Union([object({ ok: Type.Boolean(), output: Type.String() }), Type.Null()]),
  /** Whether the cloud is known to have the result. */
  sent: Type.Boolean(),
});
export type AcceptedCommand = Type.Static<typeof AcceptedCommand>;

/** A session that was open, to be opened again after a crash of everything above it. */
const RememberedSession = object({
  session_type: Type.Enum([...SESSION_TYPES]),
  session_index: Type.Integer({ minimum: 0 }),
  app_instance: Type.Union([Type.String(), Type.Null()]),
});
export type RememberedSession = Type.Static<typeof RememberedSession>;

/** Network settings of profiles; what they are made of is the network feature's business. */
const Plan = Type.Union([Type.Unsafe<NetworkPlan>(Type.Object({}, { additionalProperties: true })), Type.Null()]);
const NetworkMemory = object({
  /** Proved to leave the machine reachable. Null: none of ours. */
  kept: Plan,
  /** Cut the machine off; not tried again. */
  failed: Plan,
  /** Being tried. Found at a start, it has failed. */
  trial: Plan,
});
export type NetworkMemory = Type.Static<typeof NetworkMemory>;

const Names = Type.Optional(Type.Array(Type.String()));
const LoginMemory = object({
  /** Null: logged out, or never logged in. */
  user: Type.Union([LoginUser, Type.Null()]),
  /** The boot the user belongs to. */
  bootId: Type.String(),
  /** Who logged in before, by provider; only where the organization's settings allow it. */
  history: object({ local: Names, ldap: Names, 'azure-ad': Names, 'product-id': Names }),
});
export type LoginMemory = Type.Static<typeof LoginMemory>;

const State = object({
  version: Type.Literal(1),
  /** Last good desired state: shown at once at boot, also without the cloud. Null: unregistered. */
  desired: Type.Union([Desired, Type.Null()]),
  commands: Type.Array(AcceptedCommand),
  sessions: Type.Array(RememberedSession),
  /** The boot the sessions belong to: after a reboot nothing is opened again. */
  sessionsBootId: Type.String(),
  network: NetworkMemory,
  login: LoginMemory,
  /** The user's input in the first-boot wizard; only the page interprets it. */
  wizard: Type.Union([
    Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
    Type.Null(),
  ]),
  /** Not sent yet. */
  logs: Type.Array(LogEntry),
  /** Messages of administrators, the oldest first. */
  messages: object({
    unread: Type.Array(Notification),
    /** Read, but not acknowledged by the cloud. */
    read: Type.Array(CommandIdSchema),
  }),
  /** Phone calls, the newest first. */
  calls: Type.Array(CallRecord),
  /** The layout chosen at the machine; null: the profile's first one. */
  keyboardLayout: Type.Union([Type.Enum([...KEYBOARD_LAYOUTS]), Type.Null()]),
  /** What was chosen of the monitors at the machine; null: what the profile says. */
  displays: Type.Union([
    object({
      arrangement: Type.Optional(Type.Enum([...MONITOR_ARRANGEMENTS])),
      rotation: Type.Optional(Type.Enum([...MONITOR_ROTATIONS])),
    }),
    Type.Null(),
  ]),
  /** What the home screen speaks, as BCP 47: what opens beside it speaks the same, also after a start in kiosk mode. */
  language: Type.String(),
  /** Entries of the organization's audit log that were its newest, the oldest first. */
  auditHeads: Type.Array(object({ organizationId: OrganizationIdSchema, ...AuditHead.properties, day: Type.String() })),
  /** Of remote desktops of the profile, the newest first. */
  refusedCertificates: Type.Array(ReportedCertificate),
  /** The user forbids the live view. */
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
  language: 'de-DE',
  auditHeads: [],
  refusedCertificates: [],
  liveViewForbidden: false,
};

/** Accepted commands remembered; the cloud never repeats one that is so many commands old. */
export const COMMANDS_KEPT = 200;

const check = tolerantChecker(State);

/** Phone calls remembered. */
export const CALLS_KEPT = 100;

/** What was read from the file. A part that this version does not understand is left out, the rest is kept. */
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
