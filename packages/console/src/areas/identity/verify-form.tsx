import { sendCodeAgain, verifyCode, verifyEmail } from '@berth/contract/api/identity';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Words } from '@berth/web/i18n/texts.ts';
import { leavingPage } from '@berth/web/lib/leaving-page.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Anchor, Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { EmailField, isEmail, PasswordField, type StepProps } from './fields.tsx';
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

/** Confirms the address with the mailed link and the password of the sign-up. */
export function LinkForm({ token }: { readonly token: string }): ReactNode {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const [done, setDone] = useState<string>();
  const { busy, error, submit } = useSubmit(wrongPassword);
  const send = async () => {
    setChecked(true);
    if (password === '') return;
    const { email } = await call(verifyEmail, { body: { token, password } });
    setDone(email);
  };
  if (done !== undefined) {
    return (
      <IdentityFrame title={t('identity.verified.title')}>
        <Notice tone="good">{t('identity.verified.text', { email: done })}</Notice>
        <ButtonLink to={paths.manage()} size="md" fullWidth>
          {t('identity.login.submit')}
        </ButtonLink>
      </IdentityFrame>
    );
  }
  return (
    <IdentityFrame title={t('identity.verify.title')}>
      <Form onSubmit={() => submit(send)}>
        <p>{t('identity.verify.link')}</p>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <PasswordField
          label={t('identity.password')}
          autoComplete="current-password"
          password={password}
          setPassword={setPassword}
          error={checked && password === '' ? t('identity.password.missing') : undefined}
          autoFocus
        />
        <Button type="submit" fullWidth size="md" loading={busy}>
          {t('identity.verify.submit')}
        </Button>
      </Form>
    </IdentityFrame>
  );
}

function wrongPassword(error: unknown): Words | undefined {
  if (!(error instanceof ApiError && error.code === 'login-failed')) return undefined;
  return ({ t }) => t('identity.verify.wrong');
}
