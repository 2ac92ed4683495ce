import { proveSecondFactor } from '@berth/contract/api/identity';
import { call } from '@berth/web/data/call.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { leavingPage } from '@berth/web/lib/leaving-page.ts';
import { Anchor, Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { PasskeyButton, type StepProps } from './fields.tsx';
import { Form, IdentityFrame } from './identity-frame.tsx';

const CODE = /^(?:[0-9]{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$/;

/** The second factor after the password: a code of the authenticator app or a recovery code. */
export function SecondFactorForm({ uid, go }: StepProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [checked, setChecked] = useState(false);
  const submission = useSubmit();
  const { busy, error, submit } = submission;
  const code = text.replace(/\s/g, '');
  const send = async () => {
    setChecked(true);
    if (!CODE.test(code)) return;
    const { redirectTo } = await call(proveSecondFactor, { params: { uid }, body: { code } });
    location.assign(redirectTo);
    await leavingPage();
  };
  return (
    <IdentityFrame
      title={t('identity.factor.title')}
      footer={
        <Anchor component="button" type="button" onClick={() => go('login')}>
          {t('common.back')}
        </Anchor>
      }
    >
      <Form onSubmit={() => submit(send)}>
        <p>{t('identity.factor.text')}</p>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <TextInput
          label={t('identity.factor.code')}
          autoComplete="one-time-code"
          size="md"
          maxLength={16}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={checked && !CODE.test(code) ? t('identity.factor.invalid') : undefined}
        />
        <Button type="submit" fullWidth size="md" loading={busy}>
          {t('identity.login.submit')}
        </Button>
        <PasskeyButton uid={uid} submission={submission} />
      </Form>
    </IdentityFrame>
  );
}
