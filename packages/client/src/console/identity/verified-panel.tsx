import { verifyEmail } from '@berth/contract/api/identity';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths/paths.ts';
import { call } from '../../data/call.ts';
import { describeError } from '../../data/describe-error.ts';
import { useTexts } from '../../i18n/store.ts';
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
