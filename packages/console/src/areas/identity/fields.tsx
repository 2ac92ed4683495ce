import { EMAIL } from '@berth/contract/rules/text';
import { useTexts } from '@berth/web/i18n/store.ts';
import { PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

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
