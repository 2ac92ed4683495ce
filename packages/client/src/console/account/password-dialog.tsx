import { PasswordInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../data/describe-error.ts';
import { currentTexts, useTexts } from '../../i18n/store.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';

interface PasswordDialogProps<Result> {
  readonly title: string;
  readonly submit: string;
  /** What needs the password; what it throws is told at the field. */
  readonly run: (password: string) => Promise<Result>;
  readonly close: (result: Result | undefined) => void;
}

function PasswordDialog<Result>({ title, submit, run, close }: PasswordDialogProps<Result>): ReactNode {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (password === '') return setFault(t('common.required'));
    setBusy(true);
    try {
      close(await run(password));
    } catch (error) {
      setFault(describeError(error, currentTexts())?.message);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      submit={submit}
      cancel={t('common.cancel')}
      busy={busy}
      onSubmit={send}
      onClose={() => close(undefined)}
    >
      <PasswordInput
        label={t('account.password.current')}
        description={t('account.password.why')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={fault}
        visibilityToggleButtonProps={{ 'aria-label': t('identity.password.show') }}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}

/** Asks for the password before something that protects the account changes; undefined when the person leaves. */
export function withPassword<Result>(
  question: Omit<PasswordDialogProps<Result>, 'close'>,
): Promise<Result | undefined> {
  return openDialog<Result | undefined>((close) => <PasswordDialog {...question} close={close} />);
}
