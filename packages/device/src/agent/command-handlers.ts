import type { CommandType } from '@berth/contract/rules/commands';
import type { CommandHandler } from '../features/commands/commands.ts';
import type { Notifications } from '../features/notifications/notifications.ts';
import type { Power } from '../system/ports/power.ts';

export interface CommandContext {
  readonly notifications: Notifications;
  readonly power: Power;
  readonly onFactoryReset: () => void;
}

const MESSAGE_MAX = 2_000;
/** Lets the result go out before everything ends. */
const RESET_DELAY_MS = 500;

/** What this machine does on the cloud's orders; what is missing here is answered as not possible. */
export function commandHandlers(context: CommandContext): Partial<Record<CommandType, CommandHandler>> {
  return {
    notify: async ({ msg }) => {
      if (typeof msg !== 'string' || msg === '') throw new Error('There is no message.');
      context.notifications.add(msg.slice(0, MESSAGE_MAX));
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
    'factory-reset': async () => {
      setTimeout(context.onFactoryReset, RESET_DELAY_MS);
      return '';
    },
  };
}
