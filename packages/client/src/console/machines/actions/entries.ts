import { COMMANDS } from '@berth/contract/rules/commands';
import type { Permission } from '@berth/contract/rules/permissions';
import {
  IconDevices,
  IconDownload,
  IconLayoutDashboard,
  IconMessage,
  IconPencil,
  IconPower,
  IconRestore,
  IconRotate,
  IconScreenShare,
  IconTag,
  IconTerminal2,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import type { MessageKey } from '../../../i18n/keys.ts';
import { factoryReset, notify, powerOff, reboot, remoteControl, update } from './commands.ts';
import { assign, remove, rename } from './settings.ts';
import { openShell } from './shell-dialog.tsx';
import { editTags } from './tags-dialog.tsx';
import { changeVariant } from './variant-dialog.tsx';
import type { Target } from './work.ts';

/** One thing that can be done to a machine. */
export interface ActionEntry {
  readonly label: MessageKey;
  readonly icon: TablerIcon;
  readonly permission: Permission;
  /** It would come late to a machine that is offline now. */
  readonly needsOnline: boolean;
  readonly danger: boolean;
  /** It needs Pro on machines without a license of their own. */
  readonly pro: boolean;
  readonly run: (target: Target) => Promise<unknown>;
}

/** Everything that can be done to a machine, in groups (spec chapters 2 and 7). */
export const ACTIONS: readonly (readonly ActionEntry[])[] = [
  [
    entry('common.rename', IconPencil, 'machine.write', rename),
    entry('console.machine.assign', IconLayoutDashboard, 'machine.write', assign),
    entry('machines.tags.edit', IconTag, 'machine.write', editTags),
    entry('machines.variant', IconDevices, 'machine.register', changeVariant),
  ],
  [
    entry('console.machine.notify', IconMessage, 'machine.command', notify),
    entry('machines.remote', IconScreenShare, 'machine.remote', remoteControl, {
      needsOnline: !COMMANDS.remote.waits,
      pro: COMMANDS.remote.needsPro,
    }),
    entry('machines.update', IconDownload, 'machine.command', update),
    entry('machines.shell', IconTerminal2, 'machine.shell', openShell, { needsOnline: !COMMANDS.shell.waits }),
  ],
  [
    entry('console.machine.reboot', IconRotate, 'machine.command', reboot, danger('reboot')),
    entry('machines.power', IconPower, 'machine.command', powerOff, danger('power-off')),
    entry('machines.reset', IconRestore, 'machine.write', factoryReset, danger('factory-reset')),
    entry('machines.remove', IconTrash, 'machine.write', remove, { danger: true }),
  ],
];

function entry(
  label: MessageKey,
  icon: TablerIcon,
  permission: Permission,
  run: ActionEntry['run'],
  more: Partial<Pick<ActionEntry, 'needsOnline' | 'danger' | 'pro'>> = {},
): ActionEntry {
  return { label, icon, permission, run, needsOnline: false, danger: false, pro: false, ...more };
}

function danger(command: 'reboot' | 'power-off' | 'factory-reset') {
  return { danger: true, needsOnline: !COMMANDS[command].waits, pro: COMMANDS[command].needsPro };
}
