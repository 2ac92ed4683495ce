import { addPasskey, removePasskey, startPasskey } from '@berth/contract/api/account';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import { createPasskey } from '../../data/passkeys.ts';
import { prompt } from '../dialogs/prompt.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { toast } from '../parts/toast.ts';
import { withPassword } from './password-dialog.tsx';
import { showRecoveryCodes } from './recovery-codes-dialog.tsx';
import { refreshAccount } from './refresh.ts';

/** Adds a passkey: a name, the password, then the browser's own dialog. */
export async function addOwnPasskey(): Promise<void> {
  const name = await prompt(({ t }) => ({
    title: t('account.passkeys.add'),
    label: t('account.passkeys.name'),
    description: t('account.passkeys.name.hint'),
    submit: t('common.next'),
    maxLength: DISPLAY_NAME.maxLength,
  }));
  if (name === undefined) return;
  const options = await withPassword<unknown>(({ t }) => ({
    title: t('account.passkeys.add'),
    submit: t('common.next'),
    run: (password) => call(startPasskey, { body: { password } }),
  }));
  if (options === undefined) return;
  try {
    const credential = await createPasskey(options);
    if (!credential) return toast(({ t }) => t('account.passkeys.cancelled'));
    const { recoveryCodes } = await call(addPasskey, { body: { name, credential } });
    if (recoveryCodes) await showRecoveryCodes(recoveryCodes);
    toast(({ t }) => t('account.passkeys.done'));
  } catch (error) {
    await showError(error);
  }
  await refreshAccount();
}

/** Removes a passkey: it signs nobody in any more. */
export async function removeOwnPasskey(passkeyId: string, name: string): Promise<void> {
  const removed = await withPassword(({ t }) => ({
    title: t('account.passkeys.remove.title', { name }),
    submit: t('account.remove'),
    run: async (password) => {
      await call(removePasskey, { params: { passkeyId }, body: { password } });
      return true;
    },
  }));
  if (removed) toast(({ t }) => t('account.passkeys.removed', { name }));
  await refreshAccount();
}
