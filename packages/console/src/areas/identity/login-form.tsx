import { logIn } from '@berth/contract/api/identity';
import { ApiError } from '@berth/web/data/api-error.ts';
import { hasDemo, isDemoAddress } from '@berth/web/data/auth/demo.ts';
import { call } from '@berth/web/data/call.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { leavingPage } from '@berth/web/lib/leaving-page.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { EmailField, isEmail, PasskeyButton, PasswordField, type StepProps } from './fields.tsx';
import styles from './identity-frame.module.css';
import { Form, IdentityFrame } from './identity-frame.tsx';

interface LoginFormProps extends StepProps {
  /** The machine page that the user came from, to return without logging in. */
  readonly cancelTo: string | null;
}

/** Email address and password. */
export function LoginForm({ uid, email, setEmail, go, cancelTo }: LoginFormProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [known] = useState(email !== '');
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const submission = useSubmit((error) => {
    if (!(error instanceof ApiError)) return undefined;
    if (error.code === 'email-not-verified') go('verify');
    if (error.code === 'second-factor-required') go('second-factor');
    // Typing replaces the wrong value.
    if (error.code === 'login-failed') passwordOf(form.current)?.select();
    return undefined;
  });
  const { busy, error, submit } = submission;
  const send = async () => {
    setChecked(true);
    if (isDemoAddress(email)) return void navigate(paths.demoSignIn());
    if (!isEmail(email) || password === '') return;
    const { redirectTo } = await call(logIn, { params: { uid }, body: { email: email.trim(), password } });
    location.assign(redirectTo);
    await leavingPage();
  };
  return (
    <IdentityFrame
      title={t('identity.login.title')}
      footer={
        <>
          {t('identity.login.noAccount')}
          <Anchor component="button" type="button" onClick={() => go('sign-up')}>
            {t('identity.login.signUp')}
          </Anchor>
          {cancelTo === null && hasDemo() && (
            <Anchor component={Link} className={styles.cancel} to={paths.demoSignIn()}>
              {t('identity.login.demo')}
            </Anchor>
          )}
          {cancelTo !== null && (
            <Anchor className={styles.cancel} href={cancelTo}>
              {t('identity.login.cancel')}
            </Anchor>
          )}
        </>
      }
    >
      <div ref={form}>
        <Form onSubmit={() => submit(send)}>
          {error !== undefined && <Notice tone="bad">{error}</Notice>}
          <EmailField email={email} setEmail={setEmail} checked={checked} autoFocus={!known} />
          <PasswordField
            label={t('identity.password')}
            autoComplete="current-password"
            password={password}
            setPassword={setPassword}
            autoFocus={known}
            error={checked && password === '' ? t('identity.password.missing') : undefined}
          />
          <Button type="submit" fullWidth size="md" loading={busy}>
            {t('identity.login.submit')}
          </Button>
          <PasskeyButton uid={uid} submission={submission} />
          <Anchor component="button" type="button" onClick={() => go('forgot')}>
            {t('identity.login.forgot')}
          </Anchor>
        </Form>
      </div>
    </IdentityFrame>
  );
}

function passwordOf(form: HTMLElement | null): HTMLInputElement | null | undefined {
  const field = form?.querySelector<HTMLInputElement>('[name=password]');
  field?.focus();
  return field;
}
