import { COMMANDS } from '@berth/contract/rules/commands';
import type { Permission } from '@berth/contract/rules/permissions';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { IconDevices, IconLayoutDashboard, IconPencil, IconTag, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { COMMAND_ICONS, give, isDangerous, labelOf, type MenuCommand } from './commands.ts';
import { assign, remove, rename } from './settings.ts';
import { editTags } from './tags-dialog.tsx';
import { changeVariant } from './variant-dialog.tsx';
import type { Target } from './work.ts';

/** An action on a machine. */
export interface ActionEntry {
  readonly label: MessageKey;
  readonly icon: TablerIcon;
  readonly permission: Permission;
  /** Whether it is for machines that are online, offline, or both. */
  readonly presence: 'online' | 'offline' | 'any';
  readonly danger: boolean;
  /** Requires Pro on machines without a license of their own. */
  readonly pro: boolean;
  readonly run: (target: Target) => Promise<unknown>;
}

const commands = Object.keys(COMMAND_ICONS) as MenuCommand[];

/** All actions on a machine, in groups (spec chapters 2 and 7). */
export const ACTIONS: readonly (readonly ActionEntry[])[] = [
  [
    entry('common.rename', IconPencil, 'machine.write', rename),
    entry('console.machine.assign', IconLayoutDashboard, 'machine.write', assign),
    entry('machines.tags.edit', IconTag, 'machine.write', editTags),
    entry('machines.variant', IconDevices, 'machine.register', changeVariant),
  ],
  commands.filter((type) => !isDangerous(type)).map(command),
  [
    ...commands.filter(isDangerous).map(command),
    { ...entry('machines.remove', IconTrash, 'machine.write', remove), danger: true },
  ],
];

function entry(label: MessageKey, icon: TablerIcon, permission: Permission, run: ActionEntry['run']): ActionEntry {
  return { label, icon, permission, run, presence: 'any', danger: false, pro: false };
}

/** Whether an action makes sense for a machine now. */
export function suits({ presence }: ActionEntry, { online }: Pick<Target, 'online'>): boolean {
  return presence === 'any' || (presence === 'online') === online;
}

function command(type: MenuCommand): ActionEntry {
  const { permission, waits, needsPro } = COMMANDS[type];
  return {
    ...entry(labelOf(type), COMMAND_ICONS[type], permission, (target) => give(type, target)),
    presence: type === 'wake' ? 'offline' : waits ? 'any' : 'online',
    danger: isDangerous(type),
    pro: needsPro,
  };
}
