import { changeMachineContext, readMachineContext } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { call } from '../../../data/call.ts';
import { queryClient, queryKey } from '../../../data/query.ts';
import { currentTexts } from '../../../i18n/store.ts';
import { toast } from '../../../ui/toaster.tsx';
import { showError } from '../../dialogs/show-error.tsx';
import { type Settings, type SettingsDraft, useSettingsDraft } from '../../parts/use-settings-draft.ts';

/** The settings of one machine alone, while somebody changes them. */
export function useContextDraft(id: MachineId, stored: Settings): SettingsDraft {
  const send = async (settings: Settings) => {
    const saved = await call(changeMachineContext, { params: { id }, body: { ...settings } });
    queryClient.setQueryData(queryKey(readMachineContext, { params: { id } }), saved);
    toast(currentTexts().t('machines.settings.saved'));
    return saved;
  };
  return useSettingsDraft(stored, send, showError);
}
