import { type ApiKey, createApiKey, deleteApiKey, listApiKeys } from '@berth/contract/api/api-keys';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { confirm } from '../dialogs/confirm.tsx';
import { showSecret } from '../dialogs/secret.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { askForKey } from './key-dialog.tsx';

/** Creates an API key and shows it, once. */
export async function makeKey(id: OrganizationId): Promise<void> {
  const made = await askForKey((body) => call(createApiKey, { params: { id }, body }));
  if (made) {
    await showSecret(({ t }) => ({ title: t('keys.made.title'), label: t('keys.key'), secret: made.key }));
  }
  await refresh();
}

/** Revokes an API key, which is refused from then on. */
export async function revokeKey(id: OrganizationId, { id: keyId, name }: ApiKey): Promise<void> {
  const sure = await confirm(({ t }) => ({
    title: t('keys.revoke.title', { name }),
    message: t('keys.revoke.message'),
    yes: t('keys.revoke'),
    no: t('common.cancel'),
    danger: true,
  }));
  if (!sure) return;
  try {
    await call(deleteApiKey, { params: { id, keyId } });
    toast(({ t }) => t('keys.revoked', { name }));
  } catch (error) {
    await showError(error);
  }
  await refresh();
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKey(listApiKeys) });
}
