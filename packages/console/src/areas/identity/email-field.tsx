import { useTexts } from '@berth/web/i18n/store.ts';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isEmail, type StepProps } from './steps.ts';

interface EmailFieldProps extends Pick<StepProps, 'email' | 'setEmail'> {
  /** Whether the form was sent: only then a wrong address is said. */
  readonly checked: boolean;
  /** Whether typing begins here when the form opens. */
  readonly autoFocus?: boolean;
}

/** The e-mail address of an account, for people and for their password managers. */
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
