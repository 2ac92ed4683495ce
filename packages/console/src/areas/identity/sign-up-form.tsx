import { signUp } from '@berth/contract/api/identity';
import { call } from '@berth/web/data/call.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Anchor, Button, Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { EmailField, isEmail, PasswordField, type StepProps } from './fields.tsx';
import { Form, IdentityFrame } from './identity-frame.tsx';
import { meetsAllRules, PasswordChecklist, passwordFault } from './password-rules.tsx';
import { readTerms } from './terms-dialog.tsx';

/** A new account: address, password and the terms of use, accepted by reading them. */
export function SignUpForm({ uid, email, setEmail, go }: StepProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [password, setPassword] = useState('');
  const [termsAccepted, setTermsAccepted] = useState(false);
  const [checked, setChecked] = useState(false);
  const { busy, error, submit } = useSubmit(passwordFault);
  const send = async () => {
    setChecked(true);
    if (!isEmail(email) || !meetsAllRules(password) || !termsAccepted) return;
    await call(signUp, {
      params: { uid },
      body: { email: email.trim(), password, termsAccepted: true, language: texts.language },
    });
    go('verify');
  };
  const read = async () => setTermsAccepted(await readTerms());
  return (
    <IdentityFrame
      title={t('identity.signUp.title')}
      footer={
        <>
          {t('identity.signUp.haveAccount')}
          <Anchor component="button" type="button" onClick={() => go('login')}>
            {t('identity.login.submit')}
          </Anchor>
        </>
      }
    >
      <Form onSubmit={() => submit(send)}>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <EmailField email={email} setEmail={setEmail} checked={checked} autoFocus />
        <PasswordField
          label={t('identity.password')}
          autoComplete="new-password"
          password={password}
          setPassword={setPassword}
          error={checked && !meetsAllRules(password) ? t('identity.password.weak') : undefined}
        />
        <PasswordChecklist password={password} />
        <Checkbox
          label={t('identity.terms.accepted')}
          checked={termsAccepted}
          // Accepting requires reading to the end; withdrawing does not.
          onChange={() => (termsAccepted ? setTermsAccepted(false) : void read())}
          error={checked && !termsAccepted ? t('identity.terms.refused') : undefined}
        />
        <Anchor component="button" type="button" onClick={() => void read()}>
          {t('identity.terms.read')}
        </Anchor>
        <Button type="submit" fullWidth size="md" loading={busy}>
          {t('identity.signUp.submit')}
        </Button>
      </Form>
    </IdentityFrame>
  );
}
