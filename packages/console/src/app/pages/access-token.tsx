import { answerOfProvider } from '@berth/web/data/auth/fragment.ts';
import { beginSignIn, completeSignIn, SignInError, signOutRegardless } from '@berth/web/data/auth/sign-in.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { keepSignedOutRoute, sameSitePath } from '@berth/web/paths/remembered-routes.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { type LoaderFunction, redirect, useLoaderData } from 'react-router';
import { inform } from '../../areas/dialogs/inform.tsx';
import { StartingPage } from '../starting-page.tsx';

/** Completes the login and redirects to the requested page, else to / (spec chapter 2). */
export const loader: LoaderFunction = async () => {
  try {
    const { redirectUrl } = await completeSignIn(answerOfProvider()).catch(askForConsent);
    return redirect(sameSitePath(redirectUrl, location.origin) ?? paths.root());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

async function askForConsent(error: unknown): Promise<never> {
  if (error instanceof SignInError && error.code === 'consent_required') return beginSignIn({ consent: true });
  throw error;
}

/** Shown only if the provider's response was not a login: reports it, logs out and starts again (spec chapter 8). */
export function Component(): ReactNode {
  const description: string = useLoaderData();
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    void tell(description);
  }, [description]);
  return <StartingPage />;
}

async function tell(description: string): Promise<void> {
  await inform(({ t }) => ({ title: t('identity.failed.title'), message: description }));
  keepSignedOutRoute(paths.signIn());
  await signOutRegardless();
}
