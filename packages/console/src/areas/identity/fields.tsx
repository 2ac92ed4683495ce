import { logInWithPasskey, startPasskeyLogin } from '@berth/contract/api/identity';
import { EMAIL } from '@berth/contract/rules/text';
import { call } from '@berth/web/data/call.ts';
import type { Submission } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { leavingPage } from '@berth/web/lib/leaving-page.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { canUsePasskeys, provePasskey } from '../../data/passkeys.ts';

/** Props shared by the steps of a login. */
export interface StepProps {
  readonly uid: string;
  readonly email: string;
  readonly setEmail: (email: string) => void;
  /** Goes to another step: login, second-factor, sign-up, verify or forgot. */
  readonly go: (step: string) => void;
}

const pattern = new RegExp(EMAIL.pattern, 'u');

/** Whether a text has the form of an email address (spec chapter 5). */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL.maxLength && pattern.test(text.trim());
}

interface EmailFieldProps extends Pick<StepProps, 'email' | 'setEmail'> {
  /** Whether the form was sent: faults show only then. */
  readonly checked: boolean;
  /** Whether the field has the focus when the form opens. */
  readonly autoFocus?: boolean;
}

/** The email address of an account, labeled for password managers. */
export function EmailField({ email, setEmail, checked, autoFocus = false }: EmailFieldProps): ReactNode {
  const { t } = useTexts();
  return (
    <TextInput
      label={t('identity.email')}
      type="email"
      name="email"
      autoComplete="username"
      size="md"
      autoFocus={autoFocus}
      value={email}
      onChange={(event) => setEmail(event.currentTarget.value)}
      error={checked && !isEmail(email) ? t('identity.email.invalid') : undefined}
    />
  );
}

interface PasswordFieldProps {
  readonly label: string;
  /** Existing password or new one. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly error: string | undefined;
  /** Whether the field has the focus when the form opens. */
  readonly autoFocus?: boolean;
}

/** A password field whose visibility toggle has a label for screen readers. */
export function PasswordField({
  label,
  autoComplete,
  password,
  setPassword,
  error,
  autoFocus = false,
}: PasswordFieldProps): ReactNode {
  const { t } = useTexts();
  return (
    <PasswordInput
      label={label}
      name="password"
      autoComplete={autoComplete}
      size="md"
      autoFocus={autoFocus}
      value={password}
      onChange={(event) => setPassword(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('identity.password.show') }}
      error={error}
    />
  );
}

interface PasskeyButtonProps {
  readonly uid: string;
  readonly submission: Submission;
}

/** Logs in with a passkey, instead of the password or after it. Empty if the browser does not support passkeys. */
export function PasskeyButton({ uid, submission }: PasskeyButtonProps): ReactNode {
  const { t } = useTexts();
  if (!canUsePasskeys()) return null;
  const send = async () => {
    const credential = await provePasskey(await call(startPasskeyLogin, { params: { uid } }));
    if (!credential) return;
    const { redirectTo } = await call(logInWithPasskey, { params: { uid }, body: { credential } });
    location.assign(redirectTo);
    await leavingPage();
  };
  return (
    <Button
      variant="default"
      fullWidth
      size="md"
      disabled={submission.busy}
      leftSection={<IconFingerprint size={20} stroke={1.5} aria-hidden />}
      onClick={() => submission.submit(send)}
    >
      {t('identity.passkey.submit')}
    </Button>
  );
}
