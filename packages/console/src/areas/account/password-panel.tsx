import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { changeOwnPassword } from './change-password-dialog.tsx';

/** When the password was changed last, and the way to another. */
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
