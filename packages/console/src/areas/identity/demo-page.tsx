import { beginDemo, hasDemo } from '@berth/web/data/auth/demo.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient } from '../../data/query.ts';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { Form, IdentityFrame } from './identity-frame.tsx';

/** The login in demo mode: without a password, to a temporary installation. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { busy, error, submit } = useSubmit();
  if (!hasDemo()) {
    return (
      <IdentityFrame title={t('identity.demo.title')}>
        <Notice tone="info">{t('identity.demo.unavailable')}</Notice>
        <ButtonLink to={paths.manageSignIn()} size="md" fullWidth>
          {t('identity.login.submit')}
        </ButtonLink>
      </IdentityFrame>
    );
  }
  const enter = async () => {
    await beginDemo();
    // Cached data do not belong to the demo.
    queryClient.clear();
    activateOrganization(null);
    await navigate(paths.manage());
  };
  return (
    <IdentityFrame title={t('identity.demo.title')}>
      <p>{t('identity.demo.text')}</p>
      <Form onSubmit={() => submit(enter)}>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        <Button type="submit" fullWidth size="md" loading={busy}>
          {t('identity.demo.enter')}
        </Button>
        <p role="status">{busy ? t('identity.demo.starting') : ''}</p>
      </Form>
    </IdentityFrame>
  );
}
