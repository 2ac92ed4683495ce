import { changeMachineContext, readMachineContext } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { queryClient, queryKey } from '../../../data/query.ts';
import { showError } from '../../dialogs/show-error.tsx';
import { toast } from '../../parts/toast.ts';
import { type Settings, type SettingsDraft, useSettingsDraft } from '../../parts/use-settings-draft.ts';

/** The settings of one machine alone, while somebody changes them. */
export function useContextDraft(id: MachineId, stored: Settings): SettingsDraft {
  const send = async (settings: Settings) => {
    const saved = await call(changeMachineContext, { params: { id }, body: { ...settings } });
    queryClient.setQueryData(queryKey(readMachineContext, { params: { id } }), saved);
    toast(({ t }) => t('machines.settings.saved'));
    return saved;
  };
  return useSettingsDraft(stored, send, showError);
}
