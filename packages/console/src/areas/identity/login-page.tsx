import { readInteraction } from '@berth/contract/api/identity';
import { ApiError } from '@berth/web/data/api-error.ts';
import { beginSignIn } from '@berth/web/data/auth/sign-in.ts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { sameSitePath } from '@berth/web/paths/remembered-routes.ts';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { type LoaderFunction, useLoaderData, useSearchParams } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { Component as DemoPanel } from './demo-page.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { IdentityFrame, StartFailure } from './identity-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { ResetForm } from './reset-form.tsx';
import { scaleToScreen } from './screen-unit.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { LinkForm, VerifyForm } from './verify-form.tsx';

interface InteractionProps {
  readonly uid: string;
  readonly loginHint: string;
  readonly cancelTo: string | null;
}

type Visit =
  | ({ readonly kind: 'interaction' } & InteractionProps)
  | { readonly kind: 'reset' | 'verify'; readonly token: string }
  | { readonly kind: 'demo' }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * What opened the page: the provider (interaction), a mailed link (reset, verify), the demo, or a user who wants to log
 * in and is redirected to the provider.
 */
export const loader: LoaderFunction = async ({ request }): Promise<Visit> => {
  const query = new URL(request.url).searchParams;
  const uid = query.get('interaction');
  const reset = query.get('reset');
  const verify = query.get('verify');
  try {
    if (uid !== null) {
      const { loginHint, cancelTo } = await call(readInteraction, { params: { uid } });
      return { kind: 'interaction', uid, loginHint: loginHint ?? '', cancelTo };
    }
    if (reset !== null) return { kind: 'reset', token: reset };
    if (verify !== null) return { kind: 'verify', token: verify };
    if (query.has('demo')) return { kind: 'demo' };
    return await beginSignIn({ redirectUrl: sameSitePath(query.get('redirectUrl'), location.origin) });
  } catch (error) {
    return { kind: 'failed', error };
  }
};

/** The login page with all its forms (spec chapter 2, /session/login). */
export function Component(): ReactNode {
  const visit = useLoaderData<Visit>();
  switch (visit.kind) {
    case 'interaction':
      return <Interaction {...visit} />;
    case 'reset':
      return <ResetForm token={visit.token} />;
    case 'verify':
      return <LinkForm token={visit.token} />;
    case 'demo':
      return <DemoPanel />;
    case 'failed':
      return <ExpiredPanel expired={visit.error instanceof ApiError && visit.error.code === 'interaction-expired'} />;
  }
}

/** The steps of one login; the step is in the URL, so that Back goes one step back. */
function Interaction({ uid, loginHint, cancelTo }: InteractionProps): ReactNode {
  const [query, setQuery] = useSearchParams();
  const [email, setEmail] = useState(loginHint);
  const isOnMachine = cancelTo !== null;
  useLayoutEffect(() => (isOnMachine ? scaleToScreen() : undefined), [isOnMachine]);
  const go = (step: string) => setQuery({ interaction: uid, step });
  const shared = { uid, email, setEmail, go };
  switch (query.get('step')) {
    case 'sign-up':
      return <SignUpForm {...shared} />;
    case 'verify':
      return <VerifyForm {...shared} />;
    case 'second-factor':
      return <SecondFactorForm {...shared} />;
    case 'forgot':
      return <ForgotForm {...shared} />;
    default:
      return <LoginForm {...shared} cancelTo={cancelTo} />;
  }
}

/** Shown when a login has expired or the provider does not respond. */
export function ExpiredPanel({ expired }: { readonly expired: boolean }): ReactNode {
  const { t } = useTexts();
  return (
    <IdentityFrame title={t(expired ? 'identity.expired.title' : 'identity.start.title')}>
      {expired ? <Notice tone="warn">{t('errors.code.interaction-expired')}</Notice> : <StartFailure tone="warn" />}
      <ButtonLink to={paths.manageSignIn()} size="md" fullWidth>
        {t('identity.expired.submit')}
      </ButtonLink>
    </IdentityFrame>
  );
}
