import { COMMANDS, type CommandType } from '@berth/contract/rules/commands';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import {
  IconDownload,
  IconMessage,
  IconPower,
  IconRestore,
  IconRotate,
  IconScreenShare,
  IconTerminal2,
  type TablerIcon,
} from '@tabler/icons-react';

/** Debug files are asked for in their own panel. */
export type MenuCommand = Exclude<CommandType, 'upload-debug-file'>;

/** The commands of a machine's menu in its order. */
export const COMMAND_ICONS: Readonly<Record<MenuCommand, TablerIcon>> = {
  notify: IconMessage,
  remote: IconScreenShare,
  'trigger-update': IconDownload,
  shell: IconTerminal2,
  reboot: IconRotate,
  'power-off': IconPower,
  'factory-reset': IconRestore,
};

/** What the menu calls it. Its other texts begin with this key. */
export function labelOf(type: MenuCommand): MessageKey {
  return `machines.action.${type}`;
}

/** Whether the console asks before the command is given because sessions or settings are lost by it. */
export function isDangerous(type: CommandType): boolean {
  const { confirmation } = COMMANDS[type];
  return confirmation === 'question' || confirmation === 'name';
}
