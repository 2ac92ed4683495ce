import Type from 'typebox';
import { PICTURE_STATES, Picture } from '../device/picture.ts';
import { CommandIdSchema, MachineIdSchema } from '../ids.ts';
import { TAG, TAGS_MAX } from '../rules/tags.ts';
import { COMMAND_CALLS, Command } from './commands.ts';
import { endpoint } from './endpoint.ts';
import { Machine } from './machines.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

const ById = closed({ id: MachineIdSchema });

const onMachine = {
  params: ById,
  query: Nothing,
  authentication: 'user',
  tenant: { kind: 'machine', param: 'id' },
} as const;

export const {
  'power-off': powerOffMachine,
  'trigger-update': triggerUpdate,
  'factory-reset': resetMachine,
  shell: runShellCommand,
  remote: controlMachine,
} = COMMAND_CALLS;

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
  ...onMachine,
  id: 'machineActions.cancel',
  method: 'POST',
  path: '/machines/{id}/commands/{commandId}/cancel',
  summary: 'Take back a command that its machine has not got yet',
  params: closed({ id: MachineIdSchema, commandId: CommandIdSchema }),
  body: Empty,
  reply: Command,
  status: 200,
  permission: 'machine.command',
  rate: 'command',
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
