import { removeMachine } from '@berth/contract/api/machine-actions';
import { assignProfile, renameMachine } from '@berth/contract/api/machines';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { confirm } from '../../dialogs/confirm.tsx';
import { prompt } from '../../dialogs/prompt.tsx';
import { toast } from '../../parts/toast.ts';
import { offerUndo } from '../../parts/undo.ts';
import { chooseProfile } from './assign-dialog.tsx';
import { orUpgrade, refresh, run, type Target } from './work.ts';

/** Settings of one machine. Each asks for input, applies it, and offers undo if possible. */

export async function rename(target: Target): Promise<void> {
  const { id, name: before } = target;
  const name = await prompt(({ t }) => ({
    title: t('console.machine.rename.title'),
    label: t('common.name'),
    value: before,
    submit: t('common.rename'),
    maxLength: DISPLAY_NAME.maxLength,
    run: (wanted) => orUpgrade(setName(wanted)),
  }));
  await refresh(target);
  if (name === undefined || name === before) return;
  offerUndo(({ t }) => t('machines.rename.done', { name }), {
    action: renameMachine.id,
    targetId: id,
    before: { name: before },
    after: { name },
  });

  function setName(wanted: string): Promise<unknown> {
    return call(renameMachine, { params: { id }, body: { name: wanted } });
  }
}

export async function assign(target: Target): Promise<void> {
  const { id, name, profileId: before } = target;
  const profileId = await chooseProfile(target);
  if (profileId === undefined || profileId === before) return;
  const done = await run(target, () => call(assignProfile, { params: { id }, body: { profileId } }));
  if (!done) return;
  offerUndo(({ t }) => t('console.machine.assign.done', { name }), {
    action: assignProfile.id,
    targetId: id,
    before: { profileId: before },
    after: { profileId },
  });
}

/** Removes a machine from the organization. @returns whether it was removed. */
export async function remove(target: Target): Promise<boolean> {
  const { id, name } = target;
  const sure = await confirm(({ t }) => ({
    title: t('machines.remove.title', { name }),
    message: t('machines.remove.message'),
    yes: t('machines.remove.submit'),
    danger: true,
  }));
  if (!sure || !(await run(target, () => call(removeMachine, { params: { id } })))) return false;
  toast(({ t }) => t('machines.remove.done', { name }));
  return true;
}
