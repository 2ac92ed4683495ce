import { logInWithPasskey, startPasskeyLogin } from '@berth/contract/api/identity';
import { leavingPage } from '@berth/web/data/auth/provider.ts';
import { call } from '@berth/web/data/call.ts';
import type { Submission } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { canUsePasskeys, provePasskey } from '../../data/passkeys.ts';

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
