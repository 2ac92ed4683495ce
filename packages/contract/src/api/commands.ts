import Type from 'typebox';
import { type ErrorCode, TENANT_ERRORS } from '../errors.ts';
import { CommandIdSchema, MachineIdSchema } from '../ids.ts';
import { COMMAND_STATES, COMMAND_TYPES, COMMANDS, type CommandType } from '../rules/commands.ts';
import { closed, Instant, Nothing, nullable } from './parts.ts';

export const Command = closed({
  id: CommandIdSchema,
  machineId: MachineIdSchema,
  type: Type.Enum([...COMMAND_TYPES]),
  state: Type.Enum([...COMMAND_STATES]),
  author: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  finishedAt: nullable(Instant),
  /** notify: when the machine's user read it; null until then. */
  readAt: nullable(Instant),
  /** The machine's output, or why the command failed. */
  result: nullable(Type.String()),
});
export type Command = Type.Static<typeof Command>;

/** Access to the machine's screen for the holder of its token. */
export const RemoteSession = closed({
  command: Command,
  /** Path of a WebSocket (contract device/remote.ts), with the subprotocols [REMOTE_SUBPROTOCOL, token]. */
  path: Type.String(),
  token: Type.String(),
  /** Deadline for the viewer and the machine to connect. */
  expiresAt: Instant,
});
export type RemoteSession = Type.Static<typeof RemoteSession>;

const common = {
  method: 'POST',
  params: closed({ id: MachineIdSchema }),
  query: Nothing,
  reply: Command,
  status: 202,
  authentication: 'user',
  tenant: { kind: 'machine', param: 'id' },
  rate: 'command',
} as const;

/** The call that sends a command, from the command's entry. */
function callOf<C extends CommandType>(type: C) {
  const { id, path, summary, permission, body, waits, needsPro } = COMMANDS[type];
  const errors: ErrorCode[] = [...TENANT_ERRORS];
  if (!waits) errors.push('machine-offline');
  if (needsPro) errors.push('upgrade-required');
  return { ...common, id, path, summary, permission, body: body as (typeof COMMANDS)[C]['body'], errors };
}

const CALLS = Object.fromEntries(COMMAND_TYPES.map((type) => [type, callOf(type)])) as {
  readonly [C in CommandType]: ReturnType<typeof callOf<C>>;
};

/** The calls that send commands. Some are named after another area. */
export const COMMAND_CALLS = {
  ...CALLS,
  shell: {
    ...CALLS.shell,
    query: closed({
      /** Reply when the command is finished, or after 25 seconds. */
      wait: Type.Optional(Type.Boolean()),
    }),
    errors: [...CALLS.shell.errors, 'shell-not-allowed' as const],
  },
  wake: { ...CALLS.wake, errors: [...CALLS.wake.errors, 'cannot-wake' as const] },
  remote: {
    ...CALLS.remote,
    reply: RemoteSession,
    errors: [...CALLS.remote.errors, 'shell-not-allowed' as const],
  },
};
