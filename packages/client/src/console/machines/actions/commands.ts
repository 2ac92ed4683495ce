import { powerOffMachine, resetMachine, triggerUpdate } from '@berth/contract/api/machine-actions';
import { notifyMachine, rebootMachine } from '@berth/contract/api/machines';
import { goTo } from '../../../app/paths/go-to.ts';
import { paths } from '../../../app/paths/paths.ts';
import { call } from '../../../data/call.ts';
import { confirm } from '../../dialogs/confirm.tsx';
import { prompt } from '../../dialogs/prompt.tsx';
import { toast } from '../../parts/toast.ts';
import { mayUsePro } from './pro-gate.ts';
import { orUpgrade, refresh, run, type Target } from './work.ts';

/** What is asked of one machine. Each asks what it needs, sends it, and says how it went. */

export async function notify(target: Target): Promise<void> {
  const { id, name, online } = target;
  const sent = await prompt(({ t }) => ({
    title: t('console.machine.notify.title', { name }),
    label: t('console.machine.notify.label'),
    ...(online ? {} : { description: t('console.machine.notify.offline') }),
    submit: t('console.machine.notify.submit'),
    multiline: true,
    maxLength: 2_000,
    run: (msg) => orUpgrade(call(notifyMachine, { params: { id }, body: { msg } })),
  }));
  if (sent !== undefined) toast(({ t }) => t('console.machine.notify.done'));
  await refresh(target);
}

export async function reboot(target: Target): Promise<void> {
  const { id, name } = target;
  if (!(await mayUsePro(target))) return;
  const sure = await confirm(({ t }) => ({
    title: t('console.machine.reboot.title', { name }),
    message: t('console.machine.reboot.message'),
    yes: t('console.machine.reboot.submit'),
    no: t('common.cancel'),
    danger: true,
  }));
  if (!sure || !(await run(target, () => call(rebootMachine, { params: { id } })))) return;
  toast(({ t }) => t('console.machine.reboot.done', { name }));
}

export async function powerOff(target: Target): Promise<void> {
  const { id, name } = target;
  if (!(await mayUsePro(target))) return;
  const sure = await confirm(({ t }) => ({
    title: t('machines.power.title', { name }),
    message: t('machines.power.message'),
    yes: t('machines.power'),
    no: t('common.cancel'),
    danger: true,
  }));
  if (!sure || !(await run(target, () => call(powerOffMachine, { params: { id } })))) return;
  toast(({ t }) => t('machines.power.done', { name }));
}

export async function update(target: Target): Promise<void> {
  const { id, name, online } = target;
  if (!(await run(target, () => call(triggerUpdate, { params: { id } })))) return;
  toast(({ t }) => t(online ? 'machines.update.done' : 'machines.update.waits', { name }));
}

/** Asks for the machine's name before everything on it is forgotten. */
export async function factoryReset(target: Target): Promise<void> {
  const { id, name } = target;
  const sure = await prompt(({ t }) => ({
    title: t('machines.reset.title', { name }),
    description: t('machines.reset.message'),
    label: t('machines.reset.label', { name }),
    submit: t('machines.reset.submit'),
    danger: true,
    check: (typed) => (typed === name ? undefined : t('machines.reset.mismatch')),
    run: () => orUpgrade(call(resetMachine, { params: { id } })),
  }));
  await refresh(target);
  if (sure !== undefined) toast(({ t }) => t('machines.reset.done', { name }));
}

/** Goes to the page on which a machine's screen is opened. */
export async function remoteControl(target: Target): Promise<void> {
  if (await mayUsePro(target)) goTo(paths.remote(target.id));
}
