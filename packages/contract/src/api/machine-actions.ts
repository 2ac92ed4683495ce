import Type from 'typebox';
import { PICTURE_STATES, Picture } from '../device/picture.ts';
import { REMOTE_MODES } from '../device/remote.ts';
import { CommandIdSchema, MachineIdSchema } from '../ids.ts';
import { TAG, TAGS_MAX } from '../rules/tags.ts';
import { endpoint } from './endpoint.ts';
import { Command, Machine } from './machines.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

const ById = closed({ id: MachineIdSchema });

const onMachine = {
  params: ById,
  query: Nothing,
  authentication: 'user',
  tenant: { kind: 'machine', param: 'id' },
} as const;

const command = {
  ...onMachine,
  method: 'POST',
  body: Empty,
  reply: Command,
  status: 202,
  permission: 'machine.command',
  rate: 'command',
} as const;

export const powerOffMachine = endpoint({
  ...command,
  id: 'machineActions.powerOff',
  path: '/machines/{id}/poweroff',
  summary: 'Switch off a machine that is online now. Needs Pro, or a smart-series machine',
  errors: ['not-found', 'forbidden', 'machine-offline', 'upgrade-required'],
});

export const triggerUpdate = endpoint({
  ...command,
  id: 'machineActions.triggerUpdate',
  path: '/machines/{id}/triggerUpdate',
  summary: 'Install the updates that there are; waits for a machine that is offline',
  errors: ['not-found', 'forbidden'],
});

export const resetMachine = endpoint({
  ...command,
  id: 'machineActions.factoryReset',
  path: '/machines/{id}/factory-reset',
  summary: 'Make a machine that is online now forget everything, as it came from the factory',
  permission: 'machine.write',
  errors: ['not-found', 'forbidden', 'machine-offline'],
});

export const runShellCommand = endpoint({
  ...command,
  id: 'machineActions.shellCommand',
  path: '/machines/{id}/shell-command',
  summary: 'Run a command in the shell of a machine that is online now, if its organisation allows that',
  query: closed({
    /** Answer when the command is over, or after 25 seconds at most. */
    wait: Type.Optional(Type.Boolean()),
  }),
  body: closed({ command: Type.String({ minLength: 1, maxLength: 8_192 }) }),
  permission: 'machine.shell',
  errors: ['not-found', 'forbidden', 'machine-offline', 'shell-not-allowed'],
});

/** A way to the machine's screen, open to whoever holds its token. */
export const RemoteSession = closed({
  command: Command,
  /** Path of a WebSocket (contract device/remote.ts), with the subprotocols [REMOTE_SUBPROTOCOL, token]. */
  path: Type.String(),
  token: Type.String(),
  /** The viewer and the machine have to have come by then. */
  expiresAt: Instant,
});
export type RemoteSession = Type.Static<typeof RemoteSession>;

export const controlMachine = endpoint({
  ...command,
  id: 'machineActions.remote',
  path: '/machines/{id}/remote',
  summary: 'Open a way to the screen of a machine that is online now. Needs Pro, or a smart-series machine',
  body: closed({
    /** Shown to the machine's user, and kept in the audit log. */
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    mode: Type.Enum([...REMOTE_MODES]),
    /** Also a terminal and files: needs the permission machine.shell, and an organisation that allows shell commands. */
    shell: Type.Boolean(),
    /** One-time ECDH key of the viewer: P-256, raw, base64url. */
    viewerKey: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
  }),
  reply: RemoteSession,
  permission: 'machine.remote',
  errors: ['not-found', 'forbidden', 'machine-offline', 'upgrade-required', 'shell-not-allowed'],
});

/** waiting: the machine was asked, and has not answered yet. */
export const ScreenPicture = closed({
  state: Type.Enum([...PICTURE_STATES, 'waiting', 'offline']),
  image: Picture.properties.image,
  takenAt: Type.Union([Instant, Type.Null()]),
});
export type ScreenPicture = Type.Static<typeof ScreenPicture>;

export const lookAtMachine = endpoint({
  ...onMachine,
  id: 'machineActions.look',
  method: 'GET',
  path: '/machines/{id}/picture',
  summary:
    "The last small picture of a machine's screen, where its profile and its user allow that; asks it for a newer one",
  body: Empty,
  reply: ScreenPicture,
  status: 200,
  permission: 'machine.remote',
  rate: 'poll',
  errors: ['not-found', 'forbidden', 'upgrade-required'],
});

export const cancelCommand = endpoint({
  ...command,
  id: 'machineActions.cancel',
  path: '/machines/{id}/commands/{commandId}/cancel',
  summary: 'Take back a command that its machine has not got yet',
  params: closed({ id: MachineIdSchema, commandId: CommandIdSchema }),
  status: 200,
  errors: ['not-found', 'forbidden', 'command-already-delivered'],
});

export const removeMachine = endpoint({
  ...onMachine,
  id: 'machineActions.remove',
  method: 'DELETE',
  path: '/machines/{id}',
  summary: 'Take a machine out of its organisation; it can be registered again',
  body: Empty,
  reply: Empty,
  status: 204,
  permission: 'machine.write',
  rate: 'write',
  errors: ['not-found', 'forbidden'],
});

export const Tag = Type.String(TAG);

export const tagMachine = endpoint({
  ...onMachine,
  id: 'machineActions.tag',
  method: 'PUT',
  path: '/machines/{id}/tags',
  summary: 'Give a machine its tags',
  body: closed({ tags: Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true }) }),
  reply: Machine,
  status: 200,
  permission: 'machine.write',
  rate: 'write',
  errors: ['not-found', 'forbidden'],
});
