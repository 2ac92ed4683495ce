import Type from 'typebox';
import { closed } from '../api/parts.ts';
import { CommandIdSchema, MachineIdSchema, OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS, FRAME_CHARS_MAX } from '../limits.ts';
import { COMMAND_TYPES } from '../rules/commands.ts';
import { TAG, TAGS_MAX } from '../rules/names.ts';
import { REFUSALS_REPORTED, ReportedCertificate } from './certificate.ts';
import { DISK_ENCRYPTIONS, SECURE_BOOT_STATES } from './disk.ts';
import { InstalledSystem } from './os-manifest.ts';

/**
 * Messages between cloud and agent over the gateway's WebSocket, one JSON text each.
 *
 *   cloud  challenge     a nonce
 *   agent  authenticate  the machine's token over the nonce or proof of a ticket, and its current report
 *   cloud  welcome       the machine's organization and desired state (or closes with 4404: not registered)
 *   then   agent: report, result, log, ping, picture, audit-heads      cloud: desired, command, pong, wake-others
 */
export const GATEWAY_PATH = '/gateway';
export const GATEWAY_PROTOCOL = 1;
/** The agent pings, so that the side that can reconnect detects a dead connection. */
export const GATEWAY_PING_MS = 20_000;
export const GATEWAY_DEAD_MS = 50_000;

/** Delay of a reconnect: uniformly random from 0 to base * 2^attempt, at most the cap (full jitter). */
export const RECONNECT_BASE_MS = 500;
export const RECONNECT_CAP_MS = 30_000;

export const CLOSE = {
  /** Another protocol version, or an invalid message. */
  badMessage: 4400,
  badToken: 4401,
  /** A member removed the machine from its organization. */
  removed: 4403,
  notRegistered: 4404,
  /** The same machine connected again: the newest connection wins. */
  replaced: 4409,
  /** Too much unsent data: the machine reads too slowly. */
  tooSlow: 4413,
  restarting: 1012,
} as const;

/** Maximum of the cloud's database column. */
const Revision = Type.Union([Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), Type.Null()]);

/** normal: nothing to do; updating: installing updates or software; reboot-needed (spec chapter 4). */
export const MachineStatus = Type.Enum(['normal', 'updating', 'reboot-needed']);
export type MachineStatus = Type.Static<typeof MachineStatus>;

const Megabytes = Type.Integer({ minimum: 0 });

/** A network interface's hardware address, as machines report it. */
export const MAC_PATTERN = '^[0-9a-f]{2}(:[0-9a-f]{2}){5}$';
/** In one message. */
export const WAKE_MACS_MAX = 256;

/** A machine's hardware and software. */
export const Hardware = closed({
  model: Type.String({ maxLength: 200 }),
  cpu: Type.String({ maxLength: 200 }),
  memoryMb: Megabytes,
  os: Type.String({ maxLength: 200 }),
  /** How the system is installed and updated. Omitted by older agents. */
  system: Type.Optional(InstalledSystem),
  cores: Type.Optional(Type.Integer({ minimum: 1 })),
  serial: Type.Optional(Type.String({ maxLength: 100 })),
  firmware: Type.Optional(Type.String({ maxLength: 200 })),
  kernel: Type.Optional(Type.String({ maxLength: 200 })),
  /** Of the disk that holds the system. */
  diskMb: Type.Optional(Megabytes),
  diskFreeMb: Type.Optional(Megabytes),
  /** Omitted by older agents. */
  diskEncryption: Type.Optional(Type.Enum([...DISK_ENCRYPTIONS])),
  /** Omitted by older agents, and where the firmware knows no Secure Boot. */
  secureBoot: Type.Optional(Type.Enum([...SECURE_BOOT_STATES])),
  interfaces: Type.Optional(
    Type.Array(
      closed({
        name: Type.String({ maxLength: 32 }),
        mac: Type.String({ maxLength: 32 }),
        addresses: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 8 }),
        /** The hardware address of its default router, which tells networks with the same addresses apart. */
        router: Type.Optional(Type.String({ maxLength: 32 })),
      }),
      { maxItems: 16 },
    ),
  ),
});
export type Hardware = Type.Static<typeof Hardware>;

/** Maximum length of a user's name in a report. */
export const LOGGED_IN_MAX = 200;

/** Maximum length of a report's reason why parts of a profile are not applied. */
export const APPLY_ERROR_MAX = 2_000;

/** The machine's report about itself; sent completely on each change. */
export const Reported = closed({
  appliedProfileId: Type.Union([ProfileIdSchema, Type.Null()]),
  appliedRevision: Revision,
  /** The digest of the profile that it shows, as sent with it; omitted without layers. */
  appliedDigest: Type.Optional(Type.String({ maxLength: 64 })),
  /** Why the newest profile is not applied completely: unknown fields, a newer version. Null if it is. */
  applyError: Type.Union([Type.String({ maxLength: APPLY_ERROR_MAX }), Type.Null()]),
  status: MachineStatus,
  /** Seconds since boot when this was sent. */
  uptime: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  agentVersion: Type.String({ maxLength: 64 }),
  /** IANA name of the machine's time zone: Europe/Berlin. */
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
  hardware: Type.Optional(Hardware),
  /** The login name of the current user. Omitted for no one, or an automatic login. */
  loggedIn: Type.Optional(Type.String({ minLength: 1, maxLength: LOGGED_IN_MAX })),
  /** Of the profile's remote desktops that the machine refuses to open. Omitted if there are none. */
  refusedCertificates: Type.Optional(Type.Array(ReportedCertificate, { maxItems: REFUSALS_REPORTED })),
});
export type Reported = Type.Static<typeof Reported>;

/** The desired state. The definition contains its secrets in plain text: only this message transmits them. */
export const Desired = closed({
  organizationId: OrganizationIdSchema,
  organizationName: Type.String(),
  machineName: Type.String(),
  /** The machine's tags that have a value, such as room:B12 (profile/machine-values.ts); omitted for none. */
  tags: Type.Optional(Type.Array(Type.String({ maxLength: TAG.maxLength }), { maxItems: TAGS_MAX })),
  deployment: Type.Enum([...DEPLOYMENTS]),
  /** Increases with each change of the machine's own settings. */
  contextRevision: Type.Integer({ minimum: 0 }),
  context: Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
  /** Login settings of the organization's machines (profile/outside-profile); omitted for the defaults. */
  auth: Type.Optional(Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }))),
  profile: Type.Union([
    closed({
      id: ProfileIdSchema,
      name: Type.String(),
      revision: Type.Integer({ minimum: 1 }),
      /** Tells contents of one revision apart: layers change a profile for some machines. Omitted without layers. */
      digest: Type.Optional(Type.String({ maxLength: 64 })),
      definition: Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true })),
    }),
    Type.Null(),
  ]),
});
export type Desired = Type.Static<typeof Desired>;

/** A former newest entry of the organization's audit log: the stored copy later proves that it is still there. */
export const AuditHead = closed({
  sequence: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type AuditHead = Type.Static<typeof AuditHead>;
/** Number of heads that a machine stores: one per day, and the newest. */
export const AUDIT_HEADS_KEPT = 30;

/**
 * A secret that cloud and machine share for a day or two, so that a machine that comes back proves itself without a
 * signature: a restarted server takes a fleet back sooner. Kept in memory only. Any node knows it again by ID and day.
 */
export const Ticket = closed({
  /** Days since 1970, by the cloud's clock. */
  day: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  /** 32 bytes as base64url. */
  secret: Type.String({ maxLength: 64 }),
});
export type Ticket = Type.Static<typeof Ticket>;

export const CommandMessage = closed({
  type: Type.Literal('command'),
  id: CommandIdSchema,
  command: Type.Enum([...COMMAND_TYPES]),
  /** Remaining milliseconds when it was sent: the machine's clock may be wrong. */
  expiresInMs: Type.Integer({ minimum: 0 }),
  /** Declared by the command's entry (rules/commands.ts). */
  payload: Type.Record(Type.String(), Type.Unknown()),
});
export type CommandMessage = Type.Static<typeof CommandMessage>;

export const ToMachine = Type.Union([
  closed({ type: Type.Literal('challenge'), nonce: Type.String(), protocol: Type.Integer() }),
  closed({
    type: Type.Literal('welcome'),
    audit: Type.Optional(AuditHead),
    ticket: Type.Optional(Ticket),
    desired: Desired,
  }),
  closed({ type: Type.Literal('desired'), desired: Desired }),
  CommandMessage,
  /** The button's command is not allowed; an allowed one arrives as a shell command that names the press. */
  closed({
    type: Type.Literal('press-refused'),
    id: Type.String({ maxLength: 64 }),
    code: Type.String({ maxLength: 64 }),
    message: Type.String({ maxLength: 2_000 }),
  }),
  /** Requests one `picture`: someone has the machine open in the console. */
  closed({ type: Type.Literal('capture-screen') }),
  /** Sends a magic packet to each of these hardware addresses: machines of the same network are to wake up. */
  closed({
    type: Type.Literal('wake-others'),
    macs: Type.Array(Type.String({ pattern: MAC_PATTERN }), { maxItems: WAKE_MACS_MAX }),
  }),
  /** With the ticket of a new day. */
  closed({ type: Type.Literal('pong'), ticket: Type.Optional(Ticket) }),
]);
export type ToMachine = Type.Static<typeof ToMachine>;

/** A shell button of the machine's profile, and the ID of this press. */
export const ButtonPress = closed({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  profileId: ProfileIdSchema,
  revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  digest: Type.Optional(Type.String({ maxLength: 64 })),
  layout: Type.Integer({ minimum: 0, maximum: 1_000 }),
  item: Type.String({ maxLength: 64 }),
});
export type ButtonPress = Type.Static<typeof ButtonPress>;

/**
 * Whether a machine shows its screen to the console. off: its profile does not allow it. forbidden: its user does not.
 * private: no one is logged in, or no one could see that the screen is viewed. none: it has no screen.
 */
export const FRAME_STATES = ['shown', 'off', 'forbidden', 'private', 'none'] as const;

/** A small JPEG as base64 if the state is `shown`, otherwise null. */
export const LiveViewFrame = closed({
  state: Type.Enum([...FRAME_STATES]),
  image: Type.Union([Type.String({ maxLength: FRAME_CHARS_MAX, pattern: '^[A-Za-z0-9+/]+={0,2}$' }), Type.Null()]),
});
export type LiveViewFrame = Type.Static<typeof LiveViewFrame>;

export const FromMachine = Type.Union([
  closed({
    type: Type.Literal('authenticate'),
    protocol: Type.Integer(),
    id: MachineIdSchema,
    /** Omitted with a ticket. */
    machineToken: Type.Optional(Type.String({ maxLength: 2048 })),
    ticket: Type.Optional(
      closed({
        day: Ticket.properties.day,
        /** HMAC-SHA-256 by the ticket's secret over `ticketMessage`, as base64url. */
        proof: Type.String({ maxLength: 64 }),
      }),
    ),
    reported: Reported,
  }),
  closed({ type: Type.Literal('report'), reported: Reported }),
  /** Accepted for execution: sent before the command runs, so that a crash in it does not run it again. */
  closed({ type: Type.Literal('accepted'), id: CommandIdSchema }),
  closed({
    type: Type.Literal('result'),
    id: CommandIdSchema,
    ok: Type.Boolean(),
    output: Type.String({ maxLength: 32_000 }),
  }),
  closed({
    type: Type.Literal('log'),
    entries: Type.Array(
      closed({
        id: Type.String({ maxLength: 64 }),
        time: Type.String({ format: 'date-time' }),
        type: Type.String({ maxLength: 64 }),
        message: Type.String({ maxLength: 2_000 }),
      }),
      { maxItems: 50 },
    ),
  }),
  closed({ type: Type.Literal('picture'), ...LiveViewFrame.properties }),
  /** The machine's user has read the message of a notify command. */
  closed({ type: Type.Literal('read'), id: CommandIdSchema }),
  /** A shell button was pressed: the cloud decides whether its command runs, and audits it first. */
  closed({ type: Type.Literal('press'), ...ButtonPress.properties }),
  /** Sent after a welcome with a head: the organization's earlier heads that the machine has stored. */
  closed({ type: Type.Literal('audit-heads'), heads: Type.Array(AuditHead, { maxItems: AUDIT_HEADS_KEPT }) }),
  closed({ type: Type.Literal('ping') }),
]);
export type FromMachine = Type.Static<typeof FromMachine>;

/** What a ticket proves: like a token, over the nonce and for one server, as reached by the machine. */
export function ticketMessage(server: string, nonce: string): string {
  return `${server}\n${nonce}`;
}

/** The header of a machine token: an EdDSA JWT with the public key that verifies it (RFC 7515 jwk). */
export const MACHINE_TOKEN_TYPE = 'berth-machine+jwt';
/**
 * Claims: sub is the machine's ID, nonce the server's, aud the server's address as reached by the machine, so that no
 * server can pass a machine's token on to another. No times: the machine's clock may be wrong.
 */
export interface MachineTokenClaims {
  readonly sub: string;
  readonly nonce: string;
  readonly aud: string;
}
