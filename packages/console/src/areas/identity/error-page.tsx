import { shownDescription } from '@berth/web/data/auth/provider.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { IdentityFrame } from './identity-frame.tsx';

/** Login Error: the error_description of the URL, as plain text only (spec chapter 2). */
export function Component(): ReactNode {
  const { t } = useTexts();
  const { search, hash } = useLocation();
  const description = shownDescription(
    new URLSearchParams(search).get('error_description') ??
      new URLSearchParams(hash.slice(1)).get('error_description') ??
      t('identity.error.unknown'),
  );
  return (
    <IdentityFrame title={t('identity.error.title')}>
      <Notice tone="bad">{description}</Notice>
      <ButtonLink to={paths.manageSignIn()} size="md" fullWidth>
        {t('identity.error.again')}
      </ButtonLink>
    </IdentityFrame>
  );
}
