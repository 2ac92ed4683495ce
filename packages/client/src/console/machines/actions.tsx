import {
  assignProfile,
  listMachineCommands,
  listMachineRuntime,
  type MachineRuntime,
  notifyMachine,
  readMachine,
  rebootMachine,
  renameMachine,
} from '@berth/contract/api/machines';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { ApiError } from '../../data/api-error.ts';
import { call } from '../../data/call.ts';
import { describeError } from '../../data/describe-error.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { currentTexts } from '../../i18n/store.ts';
import { toast } from '../../ui/toaster.tsx';
import { confirm } from '../dialogs/confirm.tsx';
import { prompt } from '../dialogs/prompt.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { upgradeRequired } from '../dialogs/upgrade-required.tsx';
import { chooseProfile } from './assign-dialog.tsx';

/** What an administrator does to one machine. Each asks what it needs, does it, and says how it went. */

export async function rename(machine: MachineRuntime): Promise<void> {
  const { t } = currentTexts();
  await prompt({
    title: t('console.machine.rename.title'),
    label: t('common.name'),
    value: machine.name,
    submit: t('common.rename'),
    maxLength: DISPLAY_NAME.maxLength,
    run: (name) => atField(() => call(renameMachine, { params: { id: machine.id }, body: { name } })),
  });
  await refresh(machine);
}

export async function assign(machine: MachineRuntime): Promise<void> {
  const { t } = currentTexts();
  const profileId = await chooseProfile(machine);
  if (profileId === undefined) return;
  await run(async () => {
    await call(assignProfile, { params: { id: machine.id }, body: { profileId } });
    toast(t('console.machine.assign.done', { name: machine.name }));
  });
  await refresh(machine);
}

export async function notify(machine: MachineRuntime): Promise<void> {
  const { t } = currentTexts();
  const sent = await prompt({
    title: t('console.machine.notify.title', { name: machine.name }),
    label: t('console.machine.notify.label'),
    ...(machine.online ? {} : { description: t('console.machine.notify.offline') }),
    submit: t('console.machine.notify.submit'),
    multiline: true,
    maxLength: 2_000,
    run: (msg) => atField(() => call(notifyMachine, { params: { id: machine.id }, body: { msg } })),
  });
  if (sent !== undefined) toast(t('console.machine.notify.done'));
  await refresh(machine);
}

export async function reboot(machine: MachineRuntime): Promise<void> {
  const { t } = currentTexts();
  const sure = await confirm({
    title: t('console.machine.reboot.title', { name: machine.name }),
    message: t('console.machine.reboot.message'),
    yes: t('console.machine.reboot.submit'),
    no: t('common.cancel'),
    danger: true,
  });
  if (!sure) return;
  await run(async () => {
    await call(rebootMachine, { params: { id: machine.id } });
    toast(t('console.machine.reboot.done', { name: machine.name }));
  });
  await refresh(machine);
}

/** For a dialog's field: the refusal in words, so that the text typed so far is not lost. */
async function atField(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'upgrade-required') await upgradeRequired();
    return describeError(error, currentTexts())?.message;
  }
}

async function run(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await showError(error);
  }
}

async function refresh({ id }: MachineRuntime): Promise<void> {
  const keys = [queryKey(listMachineRuntime), queryKey(readMachine, { params: { id } }), queryKey(listMachineCommands)];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: key })));
}
