import { listMachineCommands, listMachineRuntime, type Machine, readMachine } from '@berth/contract/api/machines';
import { ApiError } from '@berth/web/data/api-error.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { queryClient, queryKey } from '../../../data/query.ts';
import { showError } from '../../dialogs/show-error.tsx';
import { upgradeRequired } from '../../dialogs/upgrade-required.tsx';
import { toast } from '../../parts/toast.ts';

/** What an action needs to know of its machine. */
export type Target = Pick<Machine, 'id' | 'name' | 'online' | 'profileId' | 'deployment'>;

/** Does something to a machine; a refusal is shown. Whether it was done. */
export async function run(target: Target, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    await showError(error);
    return false;
  } finally {
    await refresh(target);
  }
}

/** For a dialog's field: what needs Pro says so above the dialog, which keeps what was typed. */
export async function orUpgrade(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'upgrade-required') await upgradeRequired();
    throw error;
  }
}

/** Says what was done, with the way back. */
export function offerUndo(target: Target, text: (texts: Texts) => string, undo: () => Promise<unknown>): void {
  const takeBack = async () => {
    if (await run(target, undo)) toast(({ t }) => t('machines.undone'));
  };
  toast(text, { label: ({ t }) => t('machines.undo'), run: () => void takeBack() });
}

/** Asks again for what an action changes. */
export async function refresh({ id }: Pick<Target, 'id'>): Promise<void> {
  const keys = [queryKey(listMachineRuntime), queryKey(readMachine, { params: { id } }), queryKey(listMachineCommands)];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: key })));
}
