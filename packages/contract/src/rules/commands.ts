import Type from 'typebox';
import { closed, Empty } from '../api/parts.ts';
import { REMOTE_MODES } from '../device/remote.ts';
import type { Permission } from './permissions.ts';

/**
 * A machine's commands, one entry each. The API call with its route, batches and schedules, the CLI, the console's menu
 * and the audit actions are derived from it (docs/architecture.md, "To add a command").
 */
interface Declaration {
  /** The call's ID, also its action in the audit log. */
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  /** Whether machines without a license of their own require Pro (spec chapter 6). */
  readonly needsPro: boolean;
  /** Whether it waits for an offline machine. Commands that would surprise a user when they run late are refused. */
  readonly waits: boolean;
  /** Whether it can be sent to many machines at once, now or on a schedule. */
  readonly batch: boolean;
  /** The console's confirmation: none, yes or no, the machine's name, or a dialog of its own. */
  readonly confirmation: 'none' | 'question' | 'name' | 'own';
  /** The verb of `berth machines`, if it needs nothing but the machine. */
  readonly verb?: string;
  /** Whether the server uses the call's body as payload, or has a route of its own. */
  readonly route: 'common' | 'own';
  /** Whether a lost connection means success: the machine reboots, or powers off. */
  readonly endsBoot: boolean;
  /** The call's body. */
  readonly body: Type.TSchema;
  /** The payload for the machine. */
  readonly payload: Type.TSchema;
}

/** Permission for most commands. */
type BatchDeclaration = Declaration & { readonly batch: true; readonly permission: 'machine.command' };

const Text = Type.String({ minLength: 1, maxLength: 2_000 });
const CommandLine = Type.String({ minLength: 1, maxLength: 8_192 });

/** Defaults of most commands: the operators' permission, and no payload. */
const usual = {
  permission: 'machine.command',
  needsPro: false,
  batch: false,
  route: 'common',
  endsBoot: false,
  body: Empty,
  payload: closed({}),
} as const;

/** In the order of the API. */
export const COMMANDS = {
  notify: {
    ...usual,
    id: 'machines.notify',
    path: '/machines/{id}/notify',
    summary: 'Show a message on the machine',
    waits: true,
    batch: true,
    confirmation: 'own',
    body: closed({ msg: Text }),
    payload: closed({
      msg: Text,
      /** An emergency message, which covers the machine's whole screen. */
      emergency: Type.Optional(Type.Boolean()),
    }),
  },
  reboot: {
    ...usual,
    id: 'machines.reboot',
    path: '/machines/{id}/reboot',
    summary: 'Reboot an online machine. Requires Pro or a smart-series machine',
    needsPro: true,
    waits: false,
    batch: true,
    confirmation: 'question',
    verb: 'reboot',
    endsBoot: true,
  },
  'power-off': {
    ...usual,
    id: 'machineActions.powerOff',
    path: '/machines/{id}/poweroff',
    summary: 'Power off an online machine. Requires Pro or a smart-series machine',
    needsPro: true,
    waits: false,
    batch: true,
    confirmation: 'question',
    verb: 'poweroff',
    endsBoot: true,
  },
  'trigger-update': {
    ...usual,
    id: 'machineActions.triggerUpdate',
    path: '/machines/{id}/triggerUpdate',
    summary: 'Install available updates; an offline machine installs them when it reconnects',
    waits: true,
    batch: true,
    confirmation: 'none',
    verb: 'update',
  },
  wake: {
    ...usual,
    id: 'machineActions.wake',
    path: '/machines/{id}/wake',
    summary: 'Wake an offline machine: online machines of its network send it a magic packet (Wake-on-LAN)',
    // Queued until the machine is online: it succeeds once the machine is awake, and expires if it does not wake.
    waits: true,
    batch: true,
    confirmation: 'none',
    verb: 'wake',
    route: 'own',
  },
  shell: {
    ...usual,
    id: 'machineActions.shellCommand',
    path: '/machines/{id}/shell-command',
    summary: 'Run a shell command on an online machine, if its organization allows it',
    permission: 'machine.shell',
    waits: false,
    confirmation: 'own',
    route: 'own',
    body: closed({ command: CommandLine }),
    payload: closed({
      command: CommandLine,
      /** The ID of the button press at the machine that waits for it. */
      press: Type.Optional(Type.String()),
    }),
  },
  'factory-reset': {
    ...usual,
    id: 'machineActions.factoryReset',
    path: '/machines/{id}/factory-reset',
    summary: 'Factory reset an online machine',
    permission: 'machine.write',
    waits: false,
    confirmation: 'name',
  },
  remote: {
    ...usual,
    id: 'machineActions.remote',
    path: '/machines/{id}/remote',
    summary: 'Start remote control of an online machine. Requires Pro or a smart-series machine',
    permission: 'machine.remote',
    needsPro: true,
    waits: false,
    confirmation: 'own',
    route: 'own',
    body: closed({
      /** Shown to the machine's user, and kept in the audit log. */
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
      mode: Type.Enum([...REMOTE_MODES]),
      /** With terminal and file transfer: requires the permission machine.shell and the organization's switch. */
      shell: Type.Boolean(),
      /** One-time ECDH key of the viewer: P-256, raw, base64url. */
      viewerKey: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
    }),
    payload: closed({
      /** Path on the cloud's origin. */
      path: Type.String(),
      token: Type.String(),
      /** The viewer's one-time ECDH key (P-256, raw, base64url). */
      viewerKey: Type.String(),
      /** Who requests the screen, and why; shown to the machine's user. */
      by: Type.String(),
      reason: Type.String(),
      mode: Type.Enum([...REMOTE_MODES]),
      /** With terminal and file transfer: the caller has the permission, and the organization allows it. */
      shell: Type.Boolean(),
    }),
  },
  'upload-debug-file': {
    ...usual,
    id: 'debugFiles.request',
    path: '/machines/{id}/debug-files',
    summary: 'Request a debug file from a machine; an offline machine sends it when it reconnects',
    waits: true,
    confirmation: 'own',
    route: 'own',
    /** The upload's path on the cloud: multipart/form-data, field `file`, with the token as bearer token. */
    payload: closed({ path: Type.String(), token: Type.String() }),
  },
} as const satisfies Record<string, BatchDeclaration | (Declaration & { readonly batch: false })>;

export type CommandType = keyof typeof COMMANDS;

/** IDs of the commands with these properties. */
export type CommandWith<Facts> = {
  [C in CommandType]: (typeof COMMANDS)[C] extends Facts ? C : never;
}[CommandType];

/** The payload of a command. */
export type PayloadOf<C extends CommandType> = Type.Static<(typeof COMMANDS)[C]['payload']>;

export const COMMAND_TYPES = Object.keys(COMMANDS) as readonly CommandType[];

export type BatchCommand = CommandWith<{ batch: true }>;
export const BATCH_COMMANDS = COMMAND_TYPES.filter((type): type is BatchCommand => COMMANDS[type].batch);

export type CommonCommand = CommandWith<{ route: 'common' }>;
export const COMMON_COMMANDS = COMMAND_TYPES.filter((type): type is CommonCommand => COMMANDS[type].route === 'common');

export const COMMAND_STATES = ['queued', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];
