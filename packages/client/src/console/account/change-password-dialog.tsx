import { changePassword } from '@berth/contract/api/account';
import { PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../data/api-error.ts';
import { call } from '../../data/call.ts';
import { refusalOf } from '../../data/describe-error.ts';
import { useTexts } from '../../i18n/store.ts';
import type { Words } from '../../i18n/texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { PasswordChecklist } from '../identity/password-checklist.tsx';
import { passwordProblem } from '../identity/password-problem.ts';
import { meetsAllRules } from '../identity/password-rules.ts';
import { toast } from '../parts/toast.ts';
import { currentPasswordProblem } from './current-password-problem.ts';
import { refreshAccount } from './refresh.ts';

function ChangePasswordDialog({ close }: { readonly close: (changed: boolean) => void }): ReactNode {
  const { t } = useTexts();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);
  const show = { 'aria-label': t('identity.password.show') };
  const send = async (): Promise<void> => {
    setTried(true);
    if (current === '' || !meetsAllRules(next)) return;
    setBusy(true);
    try {
      await call(changePassword, { body: { currentPassword: current, password: next } });
      close(true);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t('account.password.change')}
      submit={t('account.password.change')}
      cancel={t('common.cancel')}
      busy={busy}
      problem={problem}
      onSubmit={send}
      onClose={() => close(false)}
    >
      <p>{t('account.password.effect')}</p>
      <PasswordInput
        label={t('account.password.current')}
        autoComplete="current-password"
        data-autofocus
        value={current}
        error={tried && current === '' ? t('common.required') : undefined}
        visibilityToggleButtonProps={show}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('identity.password.new')}
        autoComplete="new-password"
        value={next}
        error={tried && !meetsAllRules(next) ? t('identity.password.weak') : undefined}
        visibilityToggleButtonProps={show}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      <PasswordChecklist password={next} />
    </FormDialog>
  );
}

function problemOf(error: unknown): Words | undefined {
  if (!(error instanceof ApiError)) return refusalOf(error);
  if (error.code === 'forbidden') return ({ t }) => t('account.password.directory');
  return passwordProblem(error) ?? currentPasswordProblem(error);
}

/** Asks for the old password and a new one. All other sessions are signed out by it. */
export async function changeOwnPassword(): Promise<void> {
  const changed = await openDialog<boolean>((close) => <ChangePasswordDialog close={close} />);
  if (!changed) return;
  toast(({ t }) => t('account.password.done'));
  await refreshAccount();
}
