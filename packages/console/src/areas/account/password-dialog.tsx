import { listSessions, readAccount } from '@berth/contract/api/account';
import { ApiError } from '@berth/web/data/api-error.ts';
import { errorWords } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts, Words } from '@berth/web/i18n/texts.ts';
import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { reload } from '../../data/query.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';

interface PasswordQuestion<Result> {
  readonly title: string;
  readonly submit: string;
  /** Consequences, unless the title says everything. */
  readonly message?: string;
  /** Why the password is required, if not for the login's own security. */
  readonly why?: string;
  readonly danger?: boolean;
  /** The action that needs the password; its error shows at the field. */
  readonly run: (password: string) => Promise<Result>;
}

interface PasswordDialogProps<Result> {
  readonly ask: (texts: Texts) => PasswordQuestion<Result>;
  readonly close: (result: Result | undefined) => void;
}

function PasswordDialog<Result>({ ask, close }: PasswordDialogProps<Result>): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { title, submit, message, why = t('account.password.why'), danger = false, run } = ask(texts);
  const form = useDialogForm({
    start: { password: '' },
    check: ({ password }) => ({ password: password === '' ? t('common.required') : undefined }),
    send: ({ password }) => run(password),
    words: currentPasswordError,
    refusedAt: () => ['password'],
    close,
  });
  return (
    <FormDialog form={form} title={title} submit={submit} danger={danger}>
      {message !== undefined && <p>{message}</p>}
      <PasswordInput
        label={t('account.password.current')}
        description={why}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('identity.password.show') }}
        {...form.text('password')}
      />
    </FormDialog>
  );
}

/** Asks for the password before a security change; undefined when canceled. */
export function withPassword<Result>(ask: (texts: Texts) => PasswordQuestion<Result>): Promise<Result | undefined> {
  return openDialog<Result | undefined>((close) => <PasswordDialog ask={ask} close={close} />);
}

/** The error of a call that requires the current password: of the two login values, only this one was typed. */
export function currentPasswordError(error: unknown): Words {
  const isWrong = error instanceof ApiError && error.code === 'login-failed';
  return isWrong ? ({ t }) => t('account.password.wrong') : errorWords(error);
}

/** Reloads the account and its sessions. */
export async function refreshAccount(): Promise<void> {
  await reload(readAccount, listSessions);
}
