import { beginSignIn } from '@berth/web/data/auth/sign-in.ts';
import { useSubmit } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { sameSitePath, takeIntendedRoute } from '@berth/web/paths/remembered-routes.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type LoaderFunction, useLoaderData } from 'react-router';
import { IdentityFrame, StartFailure } from '../../areas/identity/identity-frame.tsx';

interface Facts {
  readonly redirectUrl: string;
  readonly signedOut: boolean;
  readonly failure: string | undefined;
}

/** Starts the login right away; the page is visible only after a logout, or when the provider does not respond. */
export const loader: LoaderFunction = async ({ request }): Promise<Facts> => {
  const query = new URL(request.url).searchParams;
  const wanted = sameSitePath(query.get('redirectUrl'), location.origin) ?? takeIntendedRoute();
  const redirectUrl = wanted ?? paths.manage();
  if (query.has('signed-out')) return { redirectUrl, signedOut: true, failure: undefined };
  try {
    return await beginSignIn({ redirectUrl });
  } catch (error) {
    return { redirectUrl, signedOut: false, failure: error instanceof Error ? error.message : String(error) };
  }
};

export function Component(): ReactNode {
  const { t } = useTexts();
  const { redirectUrl, signedOut, failure } = useLoaderData<Facts>();
  const { busy, error: again, submit } = useSubmit();
  const error = again ?? failure;
  const start = () => submit(() => beginSignIn({ redirectUrl }));
  return (
    <IdentityFrame title={t(signedOut ? 'identity.signedOut.title' : 'identity.start.title')}>
      {error !== undefined && <StartFailure tone="bad" />}
      {signedOut && error === undefined && <p>{t('identity.signedOut.text')}</p>}
      <Button fullWidth size="md" onClick={start} loading={busy}>
        {t('identity.start.submit')}
      </Button>
    </IdentityFrame>
  );
}
