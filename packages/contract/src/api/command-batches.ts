import Type from 'typebox';
import { BatchIdSchema, MachineIdSchema, OrganizationIdSchema } from '../ids.ts';
import { BATCH_COMMANDS, COMMAND_STATES } from '../rules/commands.ts';
import { Command } from './commands.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

export const BATCH_MACHINES_MAX = 10_000;

/** One command for many machines, and how far it has come. */
export const CommandBatch = closed({
  id: BatchIdSchema,
  type: Type.Enum([...BATCH_COMMANDS]),
  author: Type.String(),
  createdAt: Instant,
  /** Machines that were meant. */
  total: Type.Integer({ minimum: 0 }),
  /** Machines that got no command: offline where it must not come late, or without the tier it needs. */
  skipped: Type.Integer({ minimum: 0 }),
  /** Commands by state. */
  states: closed(
    Object.fromEntries(COMMAND_STATES.map((state) => [state, Type.Integer({ minimum: 0 })])) as Record<
      (typeof COMMAND_STATES)[number],
      Type.TInteger
    >,
  ),
});
export type CommandBatch = Type.Static<typeof CommandBatch>;

const inOrganization = {
  query: Nothing,
  reply: CommandBatch,
  authentication: 'user',
  tenant: { kind: 'organization', param: 'orgId' },
} as const;

export const sendBatch = endpoint({
  ...inOrganization,
  id: 'commandBatches.send',
  method: 'POST',
  path: '/organization/{orgId}/commands',
  summary: 'Give one command to many machines: those named, those with a tag, or those a filter finds',
  params: closed({ orgId: OrganizationIdSchema }),
  body: closed({
    type: Type.Enum([...BATCH_COMMANDS]),
    /** For notify. */
    msg: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    /** For notify: an emergency, which covers the machine's screen whatever is open on it. */
    emergency: Type.Optional(Type.Boolean()),
    machineIds: Type.Optional(Type.Array(MachineIdSchema, { minItems: 1, maxItems: 1_000, uniqueItems: true })),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
    /** A list's filter; only its `where` counts. */
    filter: Type.Optional(Type.String({ maxLength: 4_096 })),
  }),
  status: 202,
  permission: 'machine.command',
  rate: 'command',
  errors: ['not-found', 'forbidden', 'invalid-filter', 'upgrade-required'],
});

export const readBatch = endpoint({
  ...inOrganization,
  id: 'commandBatches.read',
  method: 'GET',
  path: '/organization/{orgId}/commands/{batchId}',
  summary: 'How far a command for many machines has come. Polled: answers 304 to If-None-Match while nothing changed',
  params: closed({ orgId: OrganizationIdSchema, batchId: BatchIdSchema }),
  body: Empty,
  status: 200,
  permission: 'machine.read',
  rate: 'poll',
  errors: ['not-found', 'forbidden'],
});

export const listBatches = endpoint({
  ...inOrganization,
  id: 'commandBatches.list',
  method: 'GET',
  path: '/organization/{orgId}/commands',
  summary: 'Commands for many machines, the newest first, with their progress',
  params: closed({ orgId: OrganizationIdSchema }),
  query: closed({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  body: Empty,
  reply: Type.Array(CommandBatch),
  status: 200,
  permission: 'machine.read',
  rate: 'read',
  errors: ['not-found', 'forbidden'],
});

export const listBatchCommands = endpoint({
  ...inOrganization,
  id: 'commandBatches.listCommands',
  method: 'GET',
  path: '/organization/{orgId}/commands/{batchId}/commands',
  summary: 'The commands of a batch with their results, by machine name; in one state where it is given',
  params: closed({ orgId: OrganizationIdSchema, batchId: BatchIdSchema }),
  query: closed({
    state: Type.Optional(Type.Enum([...COMMAND_STATES])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    skip: Type.Optional(Type.Integer({ minimum: 0, maximum: BATCH_MACHINES_MAX })),
  }),
  body: Empty,
  reply: Type.Array(closed({ ...Command.properties, machineName: Type.String() })),
  status: 200,
  permission: 'machine.read',
  rate: 'read',
  errors: ['not-found', 'forbidden'],
});

export const cancelBatch = endpoint({
  ...inOrganization,
  id: 'commandBatches.cancel',
  method: 'POST',
  path: '/organization/{orgId}/commands/{batchId}/cancel',
  summary: 'Take back the commands of a batch that no machine has got yet',
  params: closed({ orgId: OrganizationIdSchema, batchId: BatchIdSchema }),
  body: Empty,
  status: 200,
  permission: 'machine.command',
  rate: 'command',
  errors: ['not-found', 'forbidden'],
});
