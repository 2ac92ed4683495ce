import { forgotPassword } from '@berth/contract/api/identity';
import { call } from '@berth/web/data/call.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { EmailField, isEmail, type StepProps } from './fields.tsx';
import { Form, IdentityFrame } from './identity-frame.tsx';

/** Requests a password reset mail; the reply does not reveal whether the address is known. */
export function ForgotForm({ email, setEmail, go }: StepProps): ReactNode {
  const { t, language } = useTexts();
  const [checked, setChecked] = useState(false);
  const [sent, setSent] = useState<string>();
  const { busy, error, submit } = useSubmit();
  const send = async () => {
    setChecked(true);
    if (!isEmail(email)) return;
    await call(forgotPassword, { body: { email: email.trim(), language } });
    setSent(email.trim());
  };
  return (
    <IdentityFrame
      title={t('identity.forgot.title')}
      footer={
        <Anchor component="button" type="button" onClick={() => go('login')}>
          {t('common.back')}
        </Anchor>
      }
    >
      {sent !== undefined ? (
        <Notice tone="good">{t('identity.forgot.sent', { email: sent })}</Notice>
      ) : (
        <Form onSubmit={() => submit(send)}>
          <p>{t('identity.forgot.text')}</p>
          {error !== undefined && <Notice tone="bad">{error}</Notice>}
          <EmailField email={email} setEmail={setEmail} checked={checked} autoFocus />
          <Button type="submit" fullWidth size="md" loading={busy}>
            {t('identity.forgot.submit')}
          </Button>
        </Form>
      )}
    </IdentityFrame>
  );
}
