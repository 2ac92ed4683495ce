import { confirmTotp, startTotp } from '@berth/contract/api/account';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { QrCode } from '@berth/web/ui/qr-code.tsx';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { toast } from '../parts/toast.ts';
import styles from './account.module.css';
import { refreshAccount, withPassword } from './password-dialog.tsx';
import { showRecoveryCodes } from './recovery-codes-dialog.tsx';

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

interface TotpDialogProps extends Begun {
  /** With the recovery codes; null if the account has some already, undefined when canceled. */
  readonly close: (codes: readonly string[] | null | undefined) => void;
}

function TotpDialog({ secret, uri, close }: TotpDialogProps): ReactNode {
  const { t } = useTexts();
  const digitsOf = (code: string) => code.replace(/\s/g, '');
  const form = useDialogForm({
    start: { code: '' },
    check: ({ code }) => ({ code: /^[0-9]{6}$/.test(digitsOf(code)) ? undefined : t('account.totp.digits') }),
    send: async ({ code }) => (await call(confirmTotp, { body: { code: digitsOf(code) } })).recoveryCodes,
    refusedAt: () => ['code'],
    close,
  });
  return (
    <FormDialog form={form} title={t('account.totp.setUp')} submit={t('account.totp.confirm')}>
      <p>{t('account.totp.scan')}</p>
      <QrCode className={styles.qr} text={uri} label={t('account.totp.qr')} />
      <p>
        {t('account.totp.type')} <span className={styles.secret}>{secret}</span>
      </p>
      <TextInput
        label={t('account.totp.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        data-autofocus
        {...form.text('code')}
      />
    </FormDialog>
  );
}

/** Sets up an authenticator app: password, QR code, a first code, then the recovery codes. */
export async function setUpTotp(): Promise<void> {
  const begun = await withPassword<Begun>(({ t }) => ({
    title: t('account.totp.setUp'),
    submit: t('common.next'),
    run: (password) => call(startTotp, { body: { password } }),
  }));
  if (!begun) return;
  const codes = await openDialog<readonly string[] | null | undefined>((close) => (
    <TotpDialog {...begun} close={close} />
  ));
  if (codes === undefined) return;
  if (codes) await showRecoveryCodes(codes);
  toast(({ t }) => t('account.totp.done'));
  await refreshAccount();
}
