import { changePassword } from '@berth/contract/api/account';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { Button, PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { meetsAllRules, PasswordChecklist, passwordFault } from '../identity/password-rules.tsx';
import { toast } from '../parts/toast.ts';
import { currentPasswordError, refreshAccount } from './password-dialog.tsx';

/** Shows when the password was last changed, with the button to change it. */
export function PasswordPanel({ changedAt }: { readonly changedAt: string }): ReactNode {
  const { t, date } = useTexts();
  return (
    <Panel
      title={t('account.password')}
      actions={
        <Button variant="default" onClick={() => void changeOwnPassword()}>
          {t('account.password.change')}
        </Button>
      }
    >
      <p>{t('account.password.since', { date: date(changedAt) })}</p>
    </Panel>
  );
}

function ChangePasswordDialog({ close }: { readonly close: (changed: boolean | undefined) => void }): ReactNode {
  const { t } = useTexts();
  const show = { 'aria-label': t('identity.password.show') };
  const form = useDialogForm({
    start: { current: '', next: '' },
    check: ({ current, next }) => ({
      current: current === '' ? t('common.required') : undefined,
      next: meetsAllRules(next) ? undefined : t('identity.password.weak'),
    }),
    send: async ({ current, next }) => {
      await call(changePassword, { body: { currentPassword: current, password: next } });
      return true;
    },
    words: errorWordsOf,
    close,
  });
  return (
    <FormDialog form={form} title={t('account.password.change')} submit={t('account.password.change')}>
      <p>{t('account.password.effect')}</p>
      <PasswordInput
        label={t('account.password.current')}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={show}
        {...form.text('current')}
      />
      <PasswordInput
        label={t('identity.password.new')}
        autoComplete="new-password"
        visibilityToggleButtonProps={show}
        {...form.text('next')}
      />
      <PasswordChecklist password={form.values.next} />
    </FormDialog>
  );
}

function errorWordsOf(error: unknown): Words {
  if (error instanceof ApiError && error.code === 'forbidden') return ({ t }) => t('account.password.directory');
  return passwordFault(error) ?? currentPasswordError(error);
}

/** Asks for the old password and a new one. The change logs out all other sessions. */
async function changeOwnPassword(): Promise<void> {
  const changed = await openDialog<boolean | undefined>((close) => <ChangePasswordDialog close={close} />);
  if (!changed) return;
  toast(({ t }) => t('account.password.done'));
  await refreshAccount();
}
