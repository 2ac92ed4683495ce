import { resetPassword } from '@berth/contract/api/identity';
import { ApiError } from '@berth/web/data/api-error.ts';
import { call } from '@berth/web/data/call.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { PasswordField } from './fields.tsx';
import { Form, IdentityFrame } from './identity-frame.tsx';
import { meetsAllRules, PasswordChecklist, passwordFault } from './password-rules.tsx';

/** A new password, with the link from the mail. */
export function ResetForm({ token }: { readonly token: string }): ReactNode {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const [done, setDone] = useState<string>();
  const [isOver, setOver] = useState(false);
  const { busy, error, submit } = useSubmit(passwordFault);
  const send = async () => {
    setChecked(true);
    if (!meetsAllRules(password)) return;
    try {
      const { email } = await call(resetPassword, { body: { token, password } });
      setDone(email);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'invalid-code')) throw error;
      setOver(true);
    }
  };
  if (isOver) return <SpentLink />;
  return (
    <IdentityFrame title={t('identity.reset.title')}>
      {done !== undefined ? (
        <>
          <Notice tone="good">{t('identity.reset.done', { email: done })}</Notice>
          <ButtonLink to={paths.manage()} size="md" fullWidth>
            {t('identity.login.submit')}
          </ButtonLink>
        </>
      ) : (
        <Form onSubmit={() => submit(send)}>
          {error !== undefined && <Notice tone="bad">{error}</Notice>}
          <PasswordField
            label={t('identity.password.new')}
            autoComplete="new-password"
            password={password}
            setPassword={setPassword}
            error={checked && !meetsAllRules(password) ? t('identity.password.weak') : undefined}
          />
          <PasswordChecklist password={password} />
          <Button type="submit" fullWidth size="md" loading={busy}>
            {t('identity.reset.submit')}
          </Button>
        </Form>
      )}
    </IdentityFrame>
  );
}

/** The link was used or has expired: only a new link helps, not another password. */
function SpentLink(): ReactNode {
  const { t } = useTexts();
  return (
    <IdentityFrame title={t('identity.reset.title')}>
      <Notice tone="warn">{t('identity.reset.spent', { forgot: t('identity.login.forgot') })}</Notice>
      <ButtonLink to={paths.manageSignIn()} size="md" fullWidth>
        {t('identity.reset.again')}
      </ButtonLink>
    </IdentityFrame>
  );
}
