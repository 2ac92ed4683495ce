import {
  deleteMachineView,
  listMachineViews,
  type MachineView as SavedView,
  saveMachineView,
} from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { VIEW_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { read, reload } from '../../../data/query.ts';
import { confirm } from '../../dialogs/confirm.tsx';
import { prompt } from '../../dialogs/prompt.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { toast } from '../../parts/toast.ts';

/** The organization's saved views. */
export function viewsQuery(orgId: OrganizationId) {
  return read(listMachineViews, { params: { orgId } });
}

/** Asks for a name and saves the current list as a view. */
export async function saveView(orgId: OrganizationId, query: string): Promise<void> {
  const name = await prompt(({ t }) => ({
    title: t('machines.view.save'),
    label: t('common.name'),
    description: t('machines.view.save.hint'),
    submit: t('common.save'),
    maxLength: VIEW_NAME.maxLength,
    run: (wanted) => call(saveMachineView, { params: { orgId }, body: { name: wanted, query } }).then(() => undefined),
  }));
  if (name === undefined) return;
  await reload(listMachineViews);
  toast(({ t }) => t('machines.view.saved', { name }));
}

export async function deleteView(orgId: OrganizationId, { id, name }: SavedView): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('machines.view.delete.title', { name }),
    message: t('machines.view.delete.message'),
    yes: t('common.delete'),
    danger: true,
  }));
  if (!sure) return;
  const done = await call(deleteMachineView, { params: { orgId, viewId: id } }).then(() => true, showError);
  await reload(listMachineViews);
  if (done) toast(({ t }) => t('machines.view.deleted', { name }));
}
