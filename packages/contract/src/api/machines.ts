import Type from 'typebox';
import { MachineIdSchema, OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS, LOG_ENTRIES_SHOWN } from '../limits.ts';
import { DISPLAY_NAME } from '../rules/text.ts';
import { COMMAND_CALLS, Command } from './commands.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, FilterQuery, Instant, Nothing } from './parts.ts';
import { ProductCode } from './product-ids.ts';

const ById = closed({ id: MachineIdSchema });
const ByOrganization = closed({ orgId: OrganizationIdSchema });
const ofMachine = { kind: 'machine', param: 'id' } as const;
const Name = Type.String(DISPLAY_NAME);
const Revision = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);
/** A JWT of up to a few hundred bytes, signed by the machine over a nonce of the server. */
const MachineToken = Type.String({ minLength: 16, maxLength: 2048 });

/** Machines that one poll may name: more than a screen shows, few enough for an address. */
export const RUNTIME_IDS_MAX = 200;

/** What changes from minute to minute: kept by the gateway, polled by the console's list. */
const runtime = {
  id: MachineIdSchema,
  shortId: Type.String(),
  name: Type.String(),
  online: Type.Boolean(),
  /** normal: nothing to do; updating: installing updates or software; reboot-needed (spec chapter 4). */
  status: Type.Enum(['normal', 'updating', 'reboot-needed']),
  rebootNeeded: Type.Boolean(),
  /** Seconds since the machine started; null while it is offline. */
  uptime: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  runningSince: Type.Union([Instant, Type.Null()]),
  /** As it is written down, which is what a filter compares: up to five minutes old while the machine is online. */
  lastSeen: Type.Union([Instant, Type.Null()]),
  profileId: Type.Union([ProfileIdSchema, Type.Null()]),
  /** The profile's newest revision, or the one before while a rollout has not come to this machine. */
  desiredRevision: Revision,
  /** The revision the machine last said it shows. */
  appliedRevision: Revision,
  /** What the machine says is wrong with its configuration. */
  messages: Type.Array(Type.String()),
};
export const MachineRuntime = closed(runtime);
export type MachineRuntime = Type.Static<typeof MachineRuntime>;

export const Machine = closed({
  ...runtime,
  organizationId: OrganizationIdSchema,
  deployment: Type.Enum([...DEPLOYMENTS]),
  registeredAt: Instant,
  agentVersion: Type.Union([Type.String(), Type.Null()]),
  tags: Type.Array(Type.String()),
  /**
   * Two computers were connected with this machine's key at once: its disk was copied. null again a day after the last
   * time. The addresses are where they connected from, the newest last; one, where both are behind it.
   */
  clone: Type.Union([closed({ since: Instant, lastAt: Instant, addresses: Type.Array(Type.String()) }), Type.Null()]),
});
export type Machine = Type.Static<typeof Machine>;

/** Settings of one machine alone (spec chapter 3, machine-specific; contract/profile/machine-settings). */
export const MachineContext = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));

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
  ]),
  message: Type.String(),
});
export type LogEntry = Type.Static<typeof LogEntry>;

export const challengeMachine = endpoint({
  id: 'machines.challenge',
  method: 'POST',
  changes: false,
  path: '/machines/{id}/challenge',
  summary: 'A nonce for the machine to sign; needs no account because it proves nothing',
  params: ById,
  query: Nothing,
  body: Empty,
  reply: closed({ nonce: Type.String(), expiresInSeconds: Type.Integer() }),
  status: 200,
  errors: [],
  authentication: 'public',
  permission: null,
  // As registering: a nonce gives nothing away, and machines of one site have one address.
  rate: 'write',
  tenant: { kind: 'none' },
});

export const registerMachine = endpoint({
  id: 'machines.register',
  method: 'POST',
  path: '/machines/{id}/register',
  summary: 'Make a machine one of an organisation; repeating it moves it within what the caller may change',
  params: ById,
  query: Nothing,
  body: closed({
    id: MachineIdSchema,
    machineToken: MachineToken,
    organizationId: OrganizationIdSchema,
    profileId: ProfileIdSchema,
    /** A smart variant needs its product ID once. Left out: the variant of the machine's product ID, else vanilla. */
    deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
    productId: Type.Optional(ProductCode),
    name: Type.Optional(Name),
  }),
  reply: Machine,
  status: 201,
  errors: [
    'not-found',
    'forbidden',
    'invalid-machine-token',
    'machine-registered-elsewhere',
    'product-id-required',
    'invalid-product-id',
  ],
  authentication: 'user',
  permission: 'machine.register',
  rate: 'write',
  tenant: { kind: 'body', field: 'organizationId' },
});

export const verifyMachineToken = endpoint({
  id: 'machines.tokenVerify',
  method: 'POST',
  changes: false,
  path: '/machines/{id}/token-verify',
  summary: "Whether a machine's token is good, and where the machine belongs",
  params: ById,
  query: Nothing,
  body: closed({ machineToken: MachineToken }),
  reply: closed({
    valid: Type.Literal(true),
    registered: Type.Boolean(),
    organizationId: Type.Union([OrganizationIdSchema, Type.Null()]),
    profileId: Type.Union([ProfileIdSchema, Type.Null()]),
  }),
  status: 200,
  errors: ['invalid-machine-token'],
  authentication: 'public',
  permission: null,
  rate: 'login',
  tenant: { kind: 'none' },
});

export const listMachines = endpoint({
  id: 'machines.list',
  method: 'GET',
  path: '/machines',
  summary: "The machines of all the caller's organisations",
  params: Nothing,
  query: FilterQuery,
  body: Empty,
  reply: Type.Array(Machine),
  status: 200,
  errors: ['invalid-filter', 'not-found'],
  authentication: 'user',
  permission: 'machine.read',
  rate: 'read',
  tenant: { kind: 'user' },
});

export const listOrganizationMachines = endpoint({
  id: 'machines.listOfOrganization',
  method: 'GET',
  path: '/organization/{orgId}/machines',
  summary: 'The machines of one organisation',
  params: ByOrganization,
  query: FilterQuery,
  body: Empty,
  reply: Type.Array(Machine),
  status: 200,
  errors: ['invalid-filter', 'not-found', 'forbidden'],
  authentication: 'user',
  permission: 'machine.read',
  rate: 'read',
  tenant: { kind: 'organization', param: 'orgId' },
});

export const listMachineRuntime = endpoint({
  id: 'machines.runtime',
  method: 'GET',
  path: '/organization/{orgId}/machines/runtime',
  summary: 'Live state of the machines seen in the last 30 days, or of those named; answers 304 to a current ETag',
  params: ByOrganization,
  query: closed({
    /** Machine ids with commas between them: what a page of a long list shows. */
    ids: Type.Optional(Type.String({ pattern: `^[0-9a-f]{32}(,[0-9a-f]{32}){0,${RUNTIME_IDS_MAX - 1}}$` })),
  }),
  body: Empty,
  reply: Type.Array(MachineRuntime),
  status: 200,
  errors: ['not-found', 'forbidden'],
  authentication: 'user',
  permission: 'machine.read',
  rate: 'poll',
  tenant: { kind: 'organization', param: 'orgId' },
});

const onMachine = {
  params: ById,
  authentication: 'user',
  tenant: ofMachine,
} as const;

export const readMachine = endpoint({
  ...onMachine,
  id: 'machines.read',
  method: 'GET',
  path: '/machines/{id}',
  summary: 'One machine',
  query: FilterQuery,
  body: Empty,
  reply: Machine,
  status: 200,
  errors: ['invalid-filter', 'not-found', 'forbidden'],
  permission: 'machine.read',
  rate: 'read',
});

export const readMachineContext = endpoint({
  ...onMachine,
  id: 'machines.readContext',
  method: 'GET',
  path: '/machines/{id}/context',
  summary: 'Settings of one machine alone, secrets masked',
  query: Nothing,
  body: Empty,
  reply: MachineContext,
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'machine.read',
  rate: 'read',
});

export const changeMachineContext = endpoint({
  ...onMachine,
  id: 'machines.changeContext',
  method: 'PUT',
  path: '/machines/{id}/context',
  summary: 'Replace the settings of one machine alone; a masked secret keeps its value (If-Match: their revision)',
  query: Nothing,
  body: MachineContext,
  reply: MachineContext,
  status: 200,
  errors: ['not-found', 'forbidden', 'invalid-profile', 'revision-conflict'],
  permission: 'machine.write',
  rate: 'write',
});

export const renameMachine = endpoint({
  ...onMachine,
  id: 'machines.rename',
  method: 'PATCH',
  path: '/machines/{id}/name',
  summary: 'Rename a machine',
  query: Nothing,
  body: closed({ name: Name }),
  reply: Machine,
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'machine.write',
  rate: 'write',
});

export const assignProfile = endpoint({
  ...onMachine,
  id: 'machines.assignProfile',
  method: 'PATCH',
  path: '/machines/{id}/profile',
  summary: 'Give a machine another profile of its organisation',
  query: Nothing,
  body: closed({ profileId: ProfileIdSchema }),
  reply: Machine,
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'machine.write',
  rate: 'write',
});

export const changeDeployment = endpoint({
  ...onMachine,
  id: 'machines.changeDeployment',
  method: 'PATCH',
  path: '/machines/{id}/deployment',
  summary: 'Make a machine another variant. A smart variant needs its product ID, once',
  query: Nothing,
  body: closed({
    /** Left out: the variant of the product ID that is given, or bound to the machine. */
    deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
    productId: Type.Optional(ProductCode),
  }),
  reply: Machine,
  status: 200,
  errors: ['not-found', 'forbidden', 'product-id-required', 'invalid-product-id'],
  permission: 'machine.register',
  rate: 'write',
});

export const { notify: notifyMachine, reboot: rebootMachine } = COMMAND_CALLS;

export const listMachineLogs = endpoint({
  ...onMachine,
  id: 'machines.logs',
  method: 'GET',
  path: '/machines/{id}/logs',
  summary: 'The newest log entries, none older than 30 days',
  query: closed({
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: LOG_ENTRIES_SHOWN })),
    debug: Type.Optional(Type.Boolean()),
  }),
  body: Empty,
  reply: Type.Array(LogEntry),
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'machine.read',
  rate: 'read',
});

export const listMachineCommands = endpoint({
  ...onMachine,
  id: 'machines.commands',
  method: 'GET',
  path: '/machines/{id}/commands',
  summary: 'The newest commands of a machine with their results',
  query: closed({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  body: Empty,
  reply: Type.Array(Command),
  status: 200,
  errors: ['not-found', 'forbidden'],
  permission: 'machine.read',
  rate: 'read',
});
