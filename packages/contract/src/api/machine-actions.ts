import Type from 'typebox';
import { RecoveryKey } from '../device/disk.ts';
import { FRAME_STATES, LiveViewFrame } from '../device/messages.ts';
import { CommandIdSchema } from '../ids.ts';
import { TAG, TAGS_MAX } from '../rules/names.ts';
import { MACHINE_NOTE } from '../rules/text.ts';
import { COMMAND_CALLS, Command } from './commands.ts';
import { endpoint } from './declare.ts';
import { Machine } from './machines.ts';
import { closed, Instant, nullable } from './parts.ts';

export const {
  'power-off': powerOffMachine,
  'trigger-update': triggerUpdate,
  wake: wakeMachine,
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

export const noteMachine = endpoint('PUT /machines/{id}/note', {
  id: 'machineActions.note',
  summary: 'Replace the note about a machine, which members see and search; an empty text removes it',
  permission: 'machine.write',
  body: closed({ note: Type.String(MACHINE_NOTE) }),
  reply: Machine,
});

/**
 * The recovery key of a machine's encrypted disk: opens it if the machine's TPM does not. Machines hand it over; reading
 * it is always recorded.
 */
export const storeRecoveryKey = endpoint('PUT /machines/{id}/recovery-key', {
  id: 'recoveryKeys.store',
  summary: 'Store the recovery key of a machine’s disk; the machine proves its key as for register',
  tenant: { kind: 'none' },
  authentication: 'public',
  // Not rate-limited like logins, as for enrollment: a token cannot be guessed, and machines of one site share an address.
  rate: 'write',
  body: closed({ machineToken: Type.String({ minLength: 16, maxLength: 2048 }), recoveryKey: RecoveryKey }),
  errors: ['invalid-machine-token', 'not-found'],
});

export const readRecoveryKey = endpoint('POST /machines/{id}/recovery-key', {
  id: 'recoveryKeys.read',
  summary: 'Read the recovery key of a machine’s disk; the audit log records every call',
  permission: 'machine.recovery-key',
  // The strictest class, which nodes count together: nobody needs the keys of a whole fleet within minutes.
  rate: 'login',
  reply: closed({ recoveryKey: Type.String(), receivedAt: Instant }),
  errors: ['no-recovery-key'],
});
