import Type from 'typebox';
import { BatchIdSchema, MachineIdSchema } from '../ids.ts';
import { BATCH_COMMANDS, COMMAND_STATES } from '../rules/commands.ts';
import { Command } from './commands.ts';
import { endpoint } from './declare.ts';
import { closed, Instant } from './parts.ts';

export const BATCH_MACHINES_MAX = 25_000;

/** One command for many machines, and its progress. */
export const CommandBatch = closed({
  id: BatchIdSchema,
  type: Type.Enum([...BATCH_COMMANDS]),
  author: Type.String(),
  createdAt: Instant,
  /** Number of selected machines. */
  total: Type.Integer({ minimum: 0 }),
  /** Named machines that the organization does not have, or no longer; not among the selected. */
  missing: Type.Integer({ minimum: 0 }),
  /** Machines without a command: offline and the command must not run late, or without the required tier. */
  skipped: Type.Integer({ minimum: 0 }),
  /** notify: messages that the machine's user has read. */
  read: Type.Integer({ minimum: 0 }),
  /** Commands by state. */
  states: closed(
    Object.fromEntries(COMMAND_STATES.map((state) => [state, Type.Integer({ minimum: 0 })])) as Record<
      (typeof COMMAND_STATES)[number],
      Type.TInteger
    >,
  ),
});
export type CommandBatch = Type.Static<typeof CommandBatch>;

export const sendBatch = endpoint('POST /organization/{orgId}/commands', {
  id: 'commandBatches.send',
  summary: 'Send a command to many machines, selected by ID, tag, or filter',
  permission: 'machine.command',
  rate: 'command',
  body: closed({
    type: Type.Enum([...BATCH_COMMANDS]),
    /** For notify. */
    msg: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    /** For notify: an emergency message, which covers the machine's whole screen. */
    emergency: Type.Optional(Type.Boolean()),
    machineIds: Type.Optional(Type.Array(MachineIdSchema, { minItems: 1, maxItems: 1_000, uniqueItems: true })),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
    /** A list's filter; only its `where` is used. */
    filter: Type.Optional(Type.String({ maxLength: 4_096 })),
    /** Becomes the batch's ID. A call whose reply was lost is repeated with the same key: it sends the command once. */
    key: Type.Optional(BatchIdSchema),
  }),
  reply: CommandBatch,
  status: 202,
  errors: ['invalid-filter', 'upgrade-required'],
});

export const readBatch = endpoint('GET /organization/{orgId}/commands/{batchId}', {
  id: 'commandBatches.read',
  summary: 'Read the progress of a batch; replies 304 to If-None-Match while nothing changed',
  permission: 'machine.read',
  rate: 'poll',
  params: { batchId: BatchIdSchema },
  reply: CommandBatch,
});

export const listBatches = endpoint('GET /organization/{orgId}/commands', {
  id: 'commandBatches.list',
  summary: 'List batches with their progress, newest first',
  permission: 'machine.read',
  query: closed({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  reply: Type.Array(CommandBatch),
});

export const listBatchCommands = endpoint('GET /organization/{orgId}/commands/{batchId}/commands', {
  id: 'commandBatches.listCommands',
  summary: 'List the commands of a batch with their results, by machine name; optionally in one state',
  permission: 'machine.read',
  params: { batchId: BatchIdSchema },
  query: closed({
    state: Type.Optional(Type.Enum([...COMMAND_STATES])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    skip: Type.Optional(Type.Integer({ minimum: 0, maximum: BATCH_MACHINES_MAX })),
  }),
  reply: Type.Array(closed({ ...Command.properties, machineName: Type.String() })),
});

export const cancelBatch = endpoint('POST /organization/{orgId}/commands/{batchId}/cancel', {
  id: 'commandBatches.cancel',
  summary: 'Cancel the commands of a batch that were not delivered yet',
  permission: 'machine.command',
  rate: 'command',
  params: { batchId: BatchIdSchema },
  reply: CommandBatch,
});
