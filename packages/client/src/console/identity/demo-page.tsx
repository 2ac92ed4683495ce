import type { ReactNode } from 'react';
import { paths } from '../../app/paths/paths.ts';
import { useTexts } from '../../i18n/store.ts';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/button-link.tsx';
import { IdentityFrame } from './identity-frame.tsx';

/** The login in demo mode, on a server that has no demo. */
export function Component(): ReactNode {
  const { t } = useTexts();
  return (
    <IdentityFrame title={t('identity.demo.title')}>
      <Notice tone="info">{t('identity.demo.unavailable')}</Notice>
      <ButtonLink to={paths.manageSignIn()} size="md" fullWidth>
        {t('identity.login.submit')}
      </ButtonLink>
    </IdentityFrame>
  );
}
