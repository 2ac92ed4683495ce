import Type from 'typebox';
import { BatchIdSchema, MachineIdSchema, OrganizationIdSchema } from '../ids.ts';
import { COMMAND_STATES } from '../rules/commands.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

/** What may be asked of many machines at once; shell and remote control stay with single machines. */
export const BATCH_COMMANDS = ['notify', 'reboot', 'power-off', 'trigger-update'] as const;
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
  summary: 'How far a command for many machines has come',
  params: closed({ orgId: OrganizationIdSchema, batchId: BatchIdSchema }),
  body: Empty,
  status: 200,
  permission: 'machine.read',
  rate: 'poll',
  errors: ['not-found', 'forbidden'],
});
