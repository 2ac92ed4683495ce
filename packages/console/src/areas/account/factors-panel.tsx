import { removeTotp } from '@berth/contract/api/account';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { toast } from '../parts/toast.ts';
import styles from './account.module.css';
import { refreshAccount, withPassword } from './password-dialog.tsx';
import { setUpTotp } from './totp-dialog.tsx';

const FEW_CODES = 3;

interface FactorsPanelProps {
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
}

/** The authenticator app as second factor, and the number of recovery codes left. */
export function FactorsPanel({ totp, recoveryCodesLeft, passkeys }: FactorsPanelProps): ReactNode {
  const { t } = useTexts();
  const isProtected = totp || passkeys > 0;
  return (
    <Panel
      title={t('account.totp')}
      actions={
        totp ? (
          <Button variant="default" onClick={() => void turnOff()}>
            {t('account.totp.remove')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => void setUpTotp()}>
            {t('account.totp.setUp')}
          </Button>
        )
      }
    >
      <div className={styles.form}>
        <p>
          <Status tone={totp ? 'good' : 'neutral'}>{t(totp ? 'account.totp.on' : 'account.totp.off')}</Status>
        </p>
        {isProtected && (
          <Notice tone={recoveryCodesLeft < FEW_CODES ? 'warn' : 'info'}>
            {t('account.codes.left', { count: recoveryCodesLeft })}
          </Notice>
        )}
      </div>
    </Panel>
  );
}

async function turnOff(): Promise<void> {
  const removed = await withPassword(({ t }) => ({
    title: t('account.totp.remove.title'),
    submit: t('account.totp.remove'),
    run: async (password) => {
      await call(removeTotp, { body: { password } });
      return true;
    },
  }));
  if (removed) toast(({ t }) => t('account.totp.removed'));
  await refreshAccount();
}
