import { changeAuth, readAuth } from '@berth/contract/api/organization-settings';
import type { OrganizationId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { type Settings, type SettingsDraft, useSettingsDraft } from '../parts/use-settings-draft.ts';

export interface StoredAuth {
  readonly settings: Settings;
  readonly revision: number;
}

/** The login settings while somebody changes them. Once saved, the newer revision takes the form's place. */
export function useAuthDraft(id: OrganizationId, stored: StoredAuth): SettingsDraft {
  const send = async (settings: Settings) => {
    await call(changeAuth, { params: { id }, body: { ...settings }, ifMatch: stored.revision });
    toast(({ t }) => t('members.auth.saved'));
    await queryClient.invalidateQueries({ queryKey: queryKey(readAuth) });
    return undefined;
  };
  return useSettingsDraft(stored.settings, send, async (error) => {
    if (error instanceof ApiError && error.code === 'revision-conflict') await takeTheirs();
    else await showError(error);
  });
}

/** Somebody else saved meanwhile: these few settings are looked at and set again. */
async function takeTheirs(): Promise<void> {
  const look = await confirm(({ t }) => ({
    title: t('console.conflict.title'),
    message: t('members.auth.conflict'),
    yes: t('members.auth.theirs'),
    no: t('common.cancel'),
  }));
  if (look) await queryClient.invalidateQueries({ queryKey: queryKey(readAuth) });
}
