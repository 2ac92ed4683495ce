import { useTexts } from '@berth/web/i18n/store.ts';
import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface PasswordFieldProps {
  readonly label: string;
  /** Whether it is one that exists, or one that is being chosen. */
  readonly autoComplete: 'current-password' | 'new-password';
  readonly password: string;
  readonly setPassword: (password: string) => void;
  readonly error: string | undefined;
  /** Whether typing begins here when the form opens. */
  readonly autoFocus?: boolean;
}

/** A password of an account; the eye beside it says aloud what it does. */
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
