import { listMachineCommands, listMachineRuntime, type Machine, readMachine } from '@berth/contract/api/machines';
import { ApiError } from '@berth/web/data/api-error.ts';
import { queryClient, queryKey } from '../../../data/query.ts';
import { showError } from '../../dialogs/show-error.tsx';
import { upgradeRequired } from '../../dialogs/upgrade-required.tsx';

/** A machine's data for actions. */
export type Target = Pick<Machine, 'id' | 'name' | 'online' | 'profileId' | 'deployment'>;

/** Runs an action on a machine, and shows its error. @returns whether it succeeded. */
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

/** For a dialog's field: a missing Pro opens its own dialog on top, and the input is kept. */
export async function orUpgrade(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'upgrade-required') await upgradeRequired();
    throw error;
  }
}

/** Reloads the data that an action changes. */
export async function refresh({ id }: Pick<Target, 'id'>): Promise<void> {
  const keys = [queryKey(listMachineRuntime), queryKey(readMachine, { params: { id } }), queryKey(listMachineCommands)];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: key })));
}
