import type { RemotePayload } from '@berth/contract/device/remote';
import type { CommandType } from '@berth/contract/rules/commands';
import type { ButtonPresses } from '../features/buttons/presses.ts';
import type { CommandHandler } from '../features/commands/commands.ts';
import type { Logs } from '../features/logs/logs.ts';
import type { Notifications } from '../features/notifications/notifications.ts';
import type { Power } from '../system/ports/power.ts';
import type { Shell } from '../system/ports/shell.ts';
import type { Updates } from '../system/ports/updates.ts';

export interface CommandContext {
  readonly notifications: Notifications;
  readonly power: Power;
  readonly shell: Shell;
  readonly presses: ButtonPresses;
  readonly updates: Updates;
  /** What is being installed; null once nothing is. */
  readonly setUpdating: (doing: string | null) => void;
  readonly logs: Logs;
  readonly onFactoryReset: () => void;
  /** Brings the home screen in front of every session. */
  readonly showHome: () => Promise<void>;
  readonly startRemote: (payload: RemotePayload) => Promise<string>;
  /** Sends the machine's debug file to this path of the cloud. */
  readonly uploadDebugFile: (path: string, token: string) => Promise<void>;
}

const MESSAGE_MAX = 2_000;
/** Lets the result go out before everything ends. */
const RESET_DELAY_MS = 500;

/** What this machine does on the cloud's orders; what is missing here is answered as not possible. */
export function commandHandlers(context: CommandContext): Partial<Record<CommandType, CommandHandler>> {
  return {
    notify: async ({ msg, emergency }, id) => {
      if (typeof msg !== 'string' || msg === '') throw new Error('There is no message.');
      const isEmergency = emergency === true;
      context.notifications.add(id, msg.slice(0, MESSAGE_MAX), isEmergency);
      if (isEmergency) await context.showHome();
      return '';
    },
    reboot: async () => {
      await context.power.reboot();
      return '';
    },
    'power-off': async () => {
      await context.power.powerOff();
      return '';
    },
    shell: async ({ command, press }) => {
      if (typeof command !== 'string' || command === '') throw new Error('There is no command.');
      return context.presses.during(press, () => context.shell.run(command));
    },
    'trigger-update': () => update(context),
    'upload-debug-file': async ({ path, token }) => {
      if (typeof path !== 'string' || typeof token !== 'string') throw new Error('There is nowhere to send it.');
      await context.uploadDebugFile(path, token);
      return '';
    },
    remote: async (payload) => context.startRemote(remotePayload(payload)),
    'factory-reset': async () => {
      setTimeout(context.onFactoryReset, RESET_DELAY_MS);
      return '';
    },
  };
}

async function update({ updates, setUpdating, logs }: CommandContext): Promise<string> {
  logs.add('SERVICINGD_UPDATE_RUN', '');
  try {
    return await updates.install(setUpdating);
  } finally {
    setUpdating(null);
  }
}

function remotePayload(payload: Record<string, unknown>): RemotePayload {
  const text = (name: string): string => {
    const value = payload[name];
    if (typeof value !== 'string') throw new Error(`The order lacks its ${name}.`);
    return value;
  };
  const mode = payload.mode === 'control' ? 'control' : 'view';
  const [path, token, viewerKey] = [text('path'), text('token'), text('viewerKey')];
  return { path, token, viewerKey, by: text('by'), reason: text('reason'), mode, shell: payload.shell === true };
}
