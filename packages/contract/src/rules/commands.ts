import Type from 'typebox';
import { closed, Empty } from '../api/parts.ts';
import { REMOTE_MODES } from '../device/remote.ts';
import type { Permission } from './permissions.ts';

/**
 * The commands that a machine takes: one entry each. The call of the API, its route, batches and schedules, the command
 * line, the console's menu and the names in the audit log follow from it (docs/architecture.md, "To add a command").
 */
interface Declaration {
  /** The call's id, which is also its action in the audit log. */
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  /** Whether machines without their own license need Pro for it (spec chapter 6). */
  readonly needsPro: boolean;
  /** Whether it waits for a machine that is offline. What would surprise a person when it comes late is refused then. */
  readonly waits: boolean;
  /** Whether many machines can be given it at once, now or on a schedule. */
  readonly batch: boolean;
  /** What the console asks first: nothing, a yes, the machine's name, or something of the command's own. */
  readonly confirmation: 'none' | 'question' | 'name' | 'own';
  /** The verb of `berth machines`, where it has one and needs no more than the machine. */
  readonly verb?: string;
  /** Whether the server passes the call's body on as the payload, or has a separate route. */
  readonly route: 'common' | 'own';
  /** Whether it has worked when the agent is gone: the machine starts again, or is off. */
  readonly endsBoot: boolean;
  /** What the call takes. */
  readonly body: Type.TSchema;
  /** What the machine gets. */
  readonly payload: Type.TSchema;
}

/** Every member who may give one of them may give all. */
type BatchDeclaration = Declaration & { readonly batch: true; readonly permission: 'machine.command' };

const Text = Type.String({ minLength: 1, maxLength: 2_000 });
const CommandLine = Type.String({ minLength: 1, maxLength: 8_192 });

/** What most commands have: operators may give them, and they say all by their name. */
const usual = {
  permission: 'machine.command',
  needsPro: false,
  batch: false,
  route: 'common',
  endsBoot: false,
  body: Empty,
  payload: closed({}),
} as const;

/** In the order in which the API names them. */
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
      /** It covers the machine's whole screen. */
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
      /** The press of a button at the machine that waits for it. */
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
      /** Also a terminal and files: needs the permission machine.shell, and an organization that allows shell commands. */
      shell: Type.Boolean(),
      /** One-time ECDH key of the viewer: P-256, raw, base64url. */
      viewerKey: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
    }),
    payload: closed({
      /** Below the cloud's origin. */
      path: Type.String(),
      token: Type.String(),
      /** The viewer's one-time ECDH key (P-256, raw, base64url). */
      viewerKey: Type.String(),
      /** Who wants to see the screen, and why: for the machine's user. */
      by: Type.String(),
      reason: Type.String(),
      mode: Type.Enum([...REMOTE_MODES]),
      /** Also a terminal and files: the caller may use the shell, and the organization allows it. */
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
    /** The file goes to this path of the cloud as multipart/form-data, field `file`, with the token as a bearer's. */
    payload: closed({ path: Type.String(), token: Type.String() }),
  },
} as const satisfies Record<string, BatchDeclaration | (Declaration & { readonly batch: false })>;

export type CommandType = keyof typeof COMMANDS;

/** Commands with these facts. */
export type CommandWith<Facts> = {
  [C in CommandType]: (typeof COMMANDS)[C] extends Facts ? C : never;
}[CommandType];

/** What a machine gets with a command. */
export type PayloadOf<C extends CommandType> = Type.Static<(typeof COMMANDS)[C]['payload']>;

export const COMMAND_TYPES = Object.keys(COMMANDS) as readonly CommandType[];

export type BatchCommand = CommandWith<{ batch: true }>;
export const BATCH_COMMANDS = COMMAND_TYPES.filter((type): type is BatchCommand => COMMANDS[type].batch);

export type CommonCommand = CommandWith<{ route: 'common' }>;
export const COMMON_COMMANDS = COMMAND_TYPES.filter((type): type is CommonCommand => COMMANDS[type].route === 'common');

/** The ids of the commands' calls, as the audit log has them. */
export const COMMAND_IDS = COMMAND_TYPES.map((type) => COMMANDS[type].id);

export const COMMAND_STATES = ['queued', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** From each state, the states a command may go to. A final state leads nowhere, so no command runs twice. */
export const COMMAND_TRANSITIONS: Record<CommandState, readonly CommandState[]> = {
  queued: ['delivered', 'expired', 'cancelled'],
  delivered: ['succeeded', 'failed', 'expired'],
  succeeded: [],
  failed: [],
  expired: [],
  cancelled: [],
};
