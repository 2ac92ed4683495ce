import Type from 'typebox';
import { ReportedCertificate } from '../device/certificate.ts';
import { Hardware, MachineStatus } from '../device/messages.ts';
import { MachineIdSchema, OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS, LOG_ENTRIES_SHOWN } from '../limits.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { COMMAND_CALLS, Command } from './commands.ts';
import { endpoint } from './declare.ts';
import { AnyObject, closed, FilterQuery, Instant, nullable } from './parts.ts';
import { PRODUCT_ID_ERRORS, ProductCode } from './product-ids.ts';

const Name = Type.String(DISPLAY_NAME);
const Revision = nullable(Type.Integer({ minimum: 1 }));
/** A JWT with a nonce of the server, signed by the machine. */
const MachineToken = Type.String({ minLength: 16, maxLength: 2048 });

/** Maximum number of machines per poll: more than a screen shows, few enough for a URL. */
export const RUNTIME_IDS_MAX = 200;

/** A machine's live state: kept by the gateway, polled by the console's list. */
const runtime = {
  id: MachineIdSchema,
  shortId: Type.String(),
  name: Type.String(),
  online: Type.Boolean(),
  status: MachineStatus,
  rebootNeeded: Type.Boolean(),
  /** Seconds since the machine started; null while it is offline. */
  uptime: nullable(Type.Integer({ minimum: 0 })),
  runningSince: nullable(Instant),
  /** As stored, which filters compare: up to five minutes old while the machine is online. */
  lastSeen: nullable(Instant),
  profileId: nullable(ProfileIdSchema),
  /** The profile's newest revision, or the previous one until a rollout reaches this machine. */
  desiredRevision: Revision,
  /** The revision that the machine last reported. */
  appliedRevision: Revision,
  /** Whether it reported the desired revision with the layers that apply to it now; null without a profile. */
  upToDate: nullable(Type.Boolean()),
  /** The machine's report of what it could not apply. */
  messages: Type.Array(Type.String()),
  /** The login name of the current user; null: no one, or an automatic login. */
  loggedIn: nullable(Type.String()),
};
export const MachineRuntime = closed(runtime);
export type MachineRuntime = Type.Static<typeof MachineRuntime>;

export const Machine = closed({
  ...runtime,
  organizationId: OrganizationIdSchema,
  deployment: Type.Enum([...DEPLOYMENTS]),
  registeredAt: Instant,
  agentVersion: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  /** Of the first interface that has one, as last reported; null before the first report. */
  ipAddress: nullable(Type.String()),
  model: nullable(Type.String()),
  serial: nullable(Type.String()),
  /** What people wrote about it; empty without a note. The machine does not receive it. */
  note: Type.String(),
  /**
   * Two computers were connected with this machine's key at once: its disk was copied. Null again a day after the last
   * time. `addresses` are those that they connected from, newest last; only one if they share it.
   */
  clone: nullable(closed({ since: Instant, lastAt: Instant, addresses: Type.Array(Type.String()) })),
});
export type Machine = Type.Static<typeof Machine>;

/** Settings of one machine alone (spec chapter 3, machine-specific; contract/profile/outside-profile). */
export const MachineContext = AnyObject;

export const LogEntry = closed({
  id: Type.String(),
  time: Instant,
  type: Type.Enum([
    'DEBUG',
    'LOGIN_SUCCESS',
    'LOGIN_FAILURE',
    'LOGIN_ERROR_AAD_CONSENT_MISSING',
    'SERVICINGD_UPDATE_RUN',
    'SERVICINGD_REBOOT_NEEDED',
    'OS_VERSION_FAILED',
  ]),
  message: Type.String(),
});
export type LogEntry = Type.Static<typeof LogEntry>;

export const challengeMachine = endpoint('POST /machines/{id}/challenge', {
  id: 'machines.challenge',
  summary: 'Get a nonce for a machine to sign; requires no account because it proves nothing',
  changes: false,
  tenant: { kind: 'none' },
  authentication: 'public',
  // Same class as registering: a nonce reveals nothing, and machines of one site share an address.
  rate: 'write',
  reply: closed({ nonce: Type.String(), expiresInSeconds: Type.Integer() }),
});

export const registerMachine = endpoint('POST /machines/{id}/register', {
  id: 'machines.register',
  summary: 'Register a machine with an organization; calling it again moves the machine',
  tenant: { kind: 'body', field: 'organizationId' },
  permission: 'machine.register',
  body: closed({
    id: MachineIdSchema,
    machineToken: MachineToken,
    organizationId: OrganizationIdSchema,
    profileId: ProfileIdSchema,
    /** A smart variant requires its product ID once. By default the variant of the machine's product ID, or vanilla. */
    deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
    productId: Type.Optional(ProductCode),
    name: Type.Optional(Name),
  }),
  reply: Machine,
  status: 201,
  errors: ['invalid-machine-token', 'machine-registered-elsewhere', ...PRODUCT_ID_ERRORS],
});

export const verifyMachineToken = endpoint('POST /machines/{id}/token-verify', {
  id: 'machines.tokenVerify',
  summary: 'Verify a machine token and read which organization the machine belongs to',
  changes: false,
  tenant: { kind: 'none' },
  authentication: 'public',
  rate: 'login',
  body: closed({ machineToken: MachineToken }),
  reply: closed({
    valid: Type.Literal(true),
    registered: Type.Boolean(),
    organizationId: nullable(OrganizationIdSchema),
    profileId: nullable(ProfileIdSchema),
  }),
  errors: ['invalid-machine-token'],
});

export const listMachines = endpoint('GET /machines', {
  id: 'machines.list',
  summary: 'List the machines of all organizations of the caller',
  tenant: { kind: 'user' },
  permission: 'machine.read',
  query: FilterQuery,
  reply: Type.Array(Machine),
  errors: ['not-found'],
});

export const listOrganizationMachines = endpoint('GET /organization/{orgId}/machines', {
  id: 'machines.listOfOrganization',
  summary: 'List the machines of an organization',
  permission: 'machine.read',
  query: FilterQuery,
  reply: Type.Array(Machine),
});

export const listMachineRuntime = endpoint('GET /organization/{orgId}/machines/runtime', {
  id: 'machines.runtime',
  summary:
    'Read the live state of machines seen in the last 30 days, or of those given by ID; replies 304 to a current ETag',
  permission: 'machine.read',
  rate: 'poll',
  query: closed({
    /** Comma-separated machine IDs: those shown of a long list. */
    ids: Type.Optional(Type.String({ pattern: `^[0-9a-f]{32}(,[0-9a-f]{32}){0,${RUNTIME_IDS_MAX - 1}}$` })),
  }),
  reply: Type.Array(MachineRuntime),
});

export const readMachine = endpoint('GET /machines/{id}', {
  id: 'machines.read',
  summary: 'Read a machine',
  permission: 'machine.read',
  query: FilterQuery,
  reply: Machine,
});

export const readMachineContext = endpoint('GET /machines/{id}/context', {
  id: 'machines.readContext',
  summary: 'Read the settings of a single machine, secrets masked',
  permission: 'machine.read',
  reply: MachineContext,
});

export const changeMachineContext = endpoint('PUT /machines/{id}/context', {
  id: 'machines.changeContext',
  summary: 'Replace the settings of a single machine; a masked secret keeps its value (If-Match: their revision)',
  permission: 'machine.write',
  body: MachineContext,
  reply: MachineContext,
  errors: ['invalid-profile', 'revision-conflict'],
});

export const renameMachine = endpoint('PATCH /machines/{id}/name', {
  id: 'machines.rename',
  summary: 'Rename a machine',
  permission: 'machine.write',
  body: closed({ name: Name }),
  reply: Machine,
});

export const assignProfile = endpoint('PATCH /machines/{id}/profile', {
  id: 'machines.assignProfile',
  summary: 'Assign another profile of the organization to a machine',
  permission: 'machine.write',
  body: closed({ profileId: ProfileIdSchema }),
  reply: Machine,
});

export const changeDeployment = endpoint('PATCH /machines/{id}/deployment', {
  id: 'machines.changeDeployment',
  summary: 'Change the variant of a machine. A smart variant requires a product ID, once',
  permission: 'machine.register',
  body: closed({
    /** By default the variant of the product ID that is given, or bound to the machine. */
    deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
    productId: Type.Optional(ProductCode),
  }),
  reply: Machine,
  errors: PRODUCT_ID_ERRORS,
});

export const { notify: notifyMachine, reboot: rebootMachine } = COMMAND_CALLS;

export const listMachineLogs = endpoint('GET /machines/{id}/logs', {
  id: 'machines.logs',
  summary: 'List the newest log entries of a machine, none older than 30 days',
  permission: 'machine.read',
  query: closed({
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: LOG_ENTRIES_SHOWN })),
    debug: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Array(LogEntry),
});

export const listMachineCommands = endpoint('GET /machines/{id}/commands', {
  id: 'machines.commands',
  summary: 'List the newest commands of a machine with their results',
  permission: 'machine.read',
  query: closed({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  reply: Type.Array(Command),
});

export const readInventory = endpoint('GET /machines/{id}/inventory', {
  id: 'machineFacts.inventory',
  summary: 'Read the inventory that a machine last reported; null before the first report',
  permission: 'machine.read',
  /** `timeZone`: IANA name of its clock's zone. */
  reply: closed({ hardware: nullable(Hardware), timeZone: nullable(Type.String()) }),
});

/** A period in which a machine was connected; `until` is null while it is. */
export const PresenceSpan = closed({ since: Instant, until: nullable(Instant) });
export type PresenceSpan = Type.Static<typeof PresenceSpan>;

export const readPresence = endpoint('GET /machines/{id}/presence', {
  id: 'machineFacts.presence',
  summary: 'List when a machine was connected in the last 30 days, oldest first',
  permission: 'machine.read',
  reply: Type.Array(PresenceSpan),
});

const { session: _, ...reportedCertificate } = ReportedCertificate.properties;

/** A refused certificate, and its remote desktop in the machine's profile. */
export const MachineCertificate = closed({
  ...reportedCertificate,
  profileId: ProfileIdSchema,
  profileName: Type.String(),
  /** The profile's newest revision, in which the remote desktop has this index. */
  revision: Type.Integer({ minimum: 1 }),
  index: Type.Integer({ minimum: 0 }),
  displayName: Type.String(),
});
export type MachineCertificate = Type.Static<typeof MachineCertificate>;

export const listMachineCertificates = endpoint('GET /machines/{id}/refused-certificates', {
  id: 'machineFacts.refusedCertificates',
  summary: 'List the certificates of remote desktops that a machine refuses and its profile does not trust yet',
  permission: 'machine.read',
  reply: Type.Array(MachineCertificate),
});
