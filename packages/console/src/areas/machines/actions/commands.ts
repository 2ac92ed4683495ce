import { COMMAND_CALLS } from '@berth/contract/api/commands';
import { COMMANDS, type CommandType, type CommandWith } from '@berth/contract/rules/commands';
import { call } from '@berth/web/data/call.ts';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import {
  IconDownload,
  IconMessage,
  IconPower,
  IconRestore,
  IconRotate,
  IconScreenShare,
  IconSunrise,
  IconTerminal2,
  type TablerIcon,
} from '@tabler/icons-react';
import { mayUsePro } from '../../billing/pro-gate.tsx';
import { confirm } from '../../dialogs/confirm.tsx';
import { prompt } from '../../dialogs/prompt.tsx';
import { toast } from '../../parts/toast.ts';
import { openShell } from './shell-dialog.tsx';
import { orUpgrade, refresh, run, type Target } from './work.ts';

/** Commands with their own dialog or action. */
const OWN: Record<Extract<MenuCommand, CommandWith<{ confirmation: 'own' }>>, (target: Target) => Promise<void>> = {
  notify,
  remote: remoteControl,
  shell: openShell,
};

/** Sends a command to a machine, after the confirmation of its entry in the contract, and shows the result. */
export async function give(type: MenuCommand, target: Target): Promise<void> {
  if (isOwn(type)) return OWN[type](target);
  if (COMMANDS[type].needsPro && !(await mayUsePro(target))) return;
  const isGiven = isNamed(type) ? await askForName(type, target) : await send(type, target);
  const { name, online } = target;
  if (!isGiven) return;
  if (waits(type) && !online) toast(({ t }) => t(`machines.action.${type}.waits`, { name }));
  else toast(({ t }) => t(`machines.action.${type}.done`, { name }));
}

type CommonCommand = Exclude<MenuCommand, keyof typeof OWN>;
type NamedCommand = CommandWith<{ confirmation: 'name' }>;
type AskedCommand = CommandWith<{ confirmation: 'question' }>;
type WaitingCommand = Extract<CommonCommand, CommandWith<{ waits: true }>>;

const isOwn = (type: MenuCommand): type is keyof typeof OWN => type in OWN;
const isNamed = (type: CommonCommand): type is NamedCommand => COMMANDS[type].confirmation === 'name';
const isAsked = (type: CommonCommand): type is AskedCommand => COMMANDS[type].confirmation === 'question';
const waits = (type: CommonCommand): type is WaitingCommand => COMMANDS[type].waits;

async function send(type: Exclude<CommonCommand, NamedCommand>, target: Target): Promise<boolean> {
  const { id, name } = target;
  if (isAsked(type)) {
    const sure = await confirm(({ t }) => ({
      title: t(`machines.action.${type}.title`, { name }),
      message: t(`machines.action.${type}.message`),
      yes: t(labelOf(type)),
      danger: true,
    }));
    if (!sure) return false;
  }
  return run(target, () => call(COMMAND_CALLS[type], { params: { id } }));
}

/** Asks to type the machine's name before a factory reset. */
async function askForName(type: NamedCommand, target: Target): Promise<boolean> {
  const { id, name } = target;
  const typedName = await prompt(({ t }) => ({
    title: t(`machines.action.${type}.title`, { name }),
    description: t(`machines.action.${type}.message`),
    label: t(`machines.action.${type}.label`, { name }),
    submit: t(`machines.action.${type}.submit`),
    danger: true,
    check: (typed) => (typed === name ? undefined : t(`machines.action.${type}.mismatch`)),
    run: () => orUpgrade(call(COMMAND_CALLS[type], { params: { id } })),
  }));
  await refresh(target);
  return typedName !== undefined;
}

async function notify(target: Target): Promise<void> {
  const { id, name, online } = target;
  const sent = await prompt(({ t }) => ({
    title: t('machines.action.notify.title', { name }),
    label: t('machines.action.notify.label'),
    ...(online ? {} : { description: t('machines.action.notify.offline') }),
    submit: t('machines.action.notify.submit'),
    place: `message ${id}`,
    multiline: true,
    maxLength: 2_000,
    run: (msg) => orUpgrade(call(COMMAND_CALLS.notify, { params: { id }, body: { msg } })),
  }));
  if (sent !== undefined) toast(({ t }) => t('machines.action.notify.done'));
  await refresh(target);
}

/** Navigates to a machine's remote control page. */
async function remoteControl(target: Target): Promise<void> {
  if (await mayUsePro(target)) goTo(paths.remote(target.id));
}

/** Debug files have their own panel. */
export type MenuCommand = Exclude<CommandType, 'upload-debug-file'>;

/** The commands of a machine's menu, in order. */
export const COMMAND_ICONS: Readonly<Record<MenuCommand, TablerIcon>> = {
  notify: IconMessage,
  remote: IconScreenShare,
  'trigger-update': IconDownload,
  wake: IconSunrise,
  shell: IconTerminal2,
  reboot: IconRotate,
  'power-off': IconPower,
  'factory-reset': IconRestore,
};

/** Text key of the menu item, and prefix of the command's other texts. */
export function labelOf(type: MenuCommand): MessageKey {
  return `machines.action.${type}`;
}

/** Whether the console asks first, because sessions or settings are lost. */
export function isDangerous(type: CommandType): boolean {
  const { confirmation } = COMMANDS[type];
  return confirmation === 'question' || confirmation === 'name';
}
