import { sendCodeAgain, verifyCode, verifyEmail } from '@berth/contract/api/identity';
import { call } from '@berth/web/data/call.ts';
import { describeError } from '@berth/web/data/describe-error.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { leavingPage } from '@berth/web/lib/leaving-page.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { EmailField, isEmail, type StepProps } from './fields.tsx';
import { Form, IdentityFrame } from './identity-frame.tsx';

const CODE = /^[0-9]{6}$/;

/** The code from the mail; a correct one logs the user in. */
export function VerifyForm({ uid, email, setEmail, go }: StepProps): ReactNode {
  const { t, language } = useTexts();
  // A user who returns to this page later has to enter the address again.
  const [known] = useState(isEmail(email));
  const [code, setCode] = useState('');
  const [checked, setChecked] = useState(false);
  const [sentAgain, setSentAgain] = useState(false);
  const { busy, error, submit } = useSubmit();
  const digits = code.replace(/\s/g, '');
  const send = async () => {
    setChecked(true);
    if (!isEmail(email) || !CODE.test(digits)) return;
    const { redirectTo } = await call(verifyCode, { params: { uid }, body: { email: email.trim(), code: digits } });
    location.assign(redirectTo);
    await leavingPage();
  };
  const askAgain = async () => {
    setSentAgain(false);
    setChecked(!isEmail(email));
    if (!isEmail(email)) return;
    await call(sendCodeAgain, { params: { uid }, body: { email: email.trim(), language } });
    setCode('');
    setSentAgain(true);
  };
  return (
    <IdentityFrame
      title={t('identity.verify.title')}
      footer={
        <Anchor component="button" type="button" onClick={() => go('login')}>
          {t('common.back')}
        </Anchor>
      }
    >
      <Form onSubmit={() => submit(send)}>
        {known && <p>{t('identity.verify.text', { email })}</p>}
        {sentAgain && <Notice tone="good">{t('identity.verify.sentAgain')}</Notice>}
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {!known && <EmailField email={email} setEmail={setEmail} checked={checked} />}
        <TextInput
          label={t('identity.verify.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={known}
          size="md"
          maxLength={12}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={checked && !CODE.test(digits) ? t('identity.verify.invalid') : undefined}
        />
        <Button type="submit" fullWidth size="md" loading={busy}>
          {t('identity.verify.submit')}
        </Button>
        <Anchor component="button" type="button" disabled={busy} onClick={() => submit(askAgain)}>
          {t('identity.verify.again')}
        </Anchor>
      </Form>
    </IdentityFrame>
  );
}

/** Verifies the address when the mailed link is opened. */
export function VerifiedPanel({ token }: { readonly token: string }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { data, error } = useQuery({
    queryKey: ['verify', token],
    queryFn: () => call(verifyEmail, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
  });
  return (
    <IdentityFrame title={t(data ? 'identity.verified.title' : 'identity.verify.title')}>
      {error && <Notice tone="bad">{describeError(error, texts)?.message}</Notice>}
      {data && <Notice tone="good">{t('identity.verified.text', { email: data.email })}</Notice>}
      {!data && !error && <SkeletonLines count={2} />}
      <ButtonLink to={paths.manage()} size="md" fullWidth>
        {t('identity.login.submit')}
      </ButtonLink>
    </IdentityFrame>
  );
}
