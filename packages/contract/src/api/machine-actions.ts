import Type from 'typebox';
import { PICTURE_STATES, Picture } from '../device/picture.ts';
import { CommandIdSchema } from '../ids.ts';
import { TAG, TAGS_MAX } from '../rules/tags.ts';
import { COMMAND_CALLS, Command } from './commands.ts';
import { endpoint } from './declare.ts';
import { Machine } from './machines.ts';
import { closed, Instant, nullable } from './parts.ts';

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
  takenAt: nullable(Instant),
});
export type ScreenPicture = Type.Static<typeof ScreenPicture>;

export const lookAtMachine = endpoint('GET /machines/{id}/picture', {
  id: 'machineActions.look',
  summary:
    "The last small picture of a machine's screen, where its profile and its user allow that; asks it for a newer one",
  permission: 'machine.remote',
  rate: 'poll',
  reply: ScreenPicture,
  errors: ['upgrade-required'],
});

export const cancelCommand = endpoint('POST /machines/{id}/commands/{commandId}/cancel', {
  id: 'machineActions.cancel',
  summary: 'Take back a command that its machine has not got yet',
  permission: 'machine.command',
  rate: 'command',
  params: { commandId: CommandIdSchema },
  reply: Command,
  errors: ['command-already-delivered'],
});

export const removeMachine = endpoint('DELETE /machines/{id}', {
  id: 'machineActions.remove',
  summary: 'Take a machine out of its organisation; it can be registered again',
  permission: 'machine.write',
});

export const Tag = Type.String(TAG);

export const tagMachine = endpoint('PUT /machines/{id}/tags', {
  id: 'machineActions.tag',
  summary: 'Give a machine its tags',
  permission: 'machine.write',
  body: closed({ tags: Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true }) }),
  reply: Machine,
});
