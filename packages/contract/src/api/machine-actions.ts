import Type from 'typebox';
import { FRAME_STATES, LiveViewFrame } from '../device/messages.ts';
import { CommandIdSchema } from '../ids.ts';
import { TAG, TAGS_MAX } from '../rules/names.ts';
import { COMMAND_CALLS, Command } from './commands.ts';
import { endpoint } from './declare.ts';
import { Machine } from './machines.ts';
import { closed, Instant, nullable } from './parts.ts';

export const {
  'power-off': powerOffMachine,
  'trigger-update': triggerUpdate,
  'factory-reset': factoryResetMachine,
  shell: runShellCommand,
  remote: controlMachine,
} = COMMAND_CALLS;

/** waiting: the machine has not replied yet. */
export const LiveView = closed({
  state: Type.Enum([...FRAME_STATES, 'waiting', 'offline']),
  image: LiveViewFrame.properties.image,
  takenAt: nullable(Instant),
});
export type LiveView = Type.Static<typeof LiveView>;

export const readLiveView = endpoint('GET /machines/{id}/live-view', {
  id: 'machineActions.liveView',
  summary: "Read the latest live view of a machine's screen if its profile and user allow it, and request a newer one",
  permission: 'machine.remote',
  rate: 'poll',
  reply: LiveView,
  errors: ['upgrade-required'],
});

export const cancelCommand = endpoint('POST /machines/{id}/commands/{commandId}/cancel', {
  id: 'machineActions.cancel',
  summary: 'Cancel a command that was not delivered yet',
  permission: 'machine.command',
  rate: 'command',
  params: { commandId: CommandIdSchema },
  reply: Command,
  errors: ['command-already-delivered'],
});

export const removeMachine = endpoint('DELETE /machines/{id}', {
  id: 'machineActions.remove',
  summary: 'Remove a machine from its organization; it can be registered again',
  permission: 'machine.write',
});

export const Tag = Type.String(TAG);

export const tagMachine = endpoint('PUT /machines/{id}/tags', {
  id: 'machineActions.tag',
  summary: 'Replace the tags of a machine',
  permission: 'machine.write',
  body: closed({ tags: Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true }) }),
  reply: Machine,
});
