import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/button-link.tsx';
import { IdentityFrame } from './identity-frame.tsx';

/** An attempt to sign in that is over, or a provider that does not answer. */
export function ExpiredPanel({ expired }: { readonly expired: boolean }): ReactNode {
  const { t } = useTexts();
  const unreachable = isSecureContext ? 'identity.start.unreachable' : 'identity.start.insecure';
  return (
    <IdentityFrame title={t(expired ? 'identity.expired.title' : 'identity.start.title')}>
      <Notice tone="warn">{t(expired ? 'errors.code.interaction-expired' : unreachable)}</Notice>
      <ButtonLink to={paths.manageSignIn()} size="md" fullWidth>
        {t('identity.expired.submit')}
      </ButtonLink>
    </IdentityFrame>
  );
}
