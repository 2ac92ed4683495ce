import { verifyEmail } from '@berth/contract/api/identity';
import { call } from '@berth/web/data/call.ts';
import { describeError } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ButtonLink } from '../parts/button-link.tsx';
import { IdentityFrame } from './identity-frame.tsx';

/** Proves the address with the link from the mail: opening it is all it takes. */
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
