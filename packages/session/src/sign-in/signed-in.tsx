import { hasAccessToken } from '@berth/web/data/access-token.ts';
import { watchInactivity } from '@berth/web/data/auth/inactivity.ts';
import { loadClientConfig } from '@berth/web/data/client-config.ts';
import { type ReactNode, useEffect } from 'react';

/** What a browser shows to somebody who is signed in to the console; anybody else is led to the login (spec chapter 2). */
export default function SignedIn({ children }: { children: ReactNode }) {
  const isStranger = !hasAccessToken();
  useEffect(() => {
    if (!isStranger) return;
    location.replace(`/session/login?${new URLSearchParams({ redirectUrl: location.pathname })}`);
  }, [isStranger]);
  useEffect(() => (isStranger ? undefined : watchInactivity(() => void timeOut())), [isStranger]);
  return isStranger ? null : children;
}

/** The profile may hold what only members see: it does not stay on a screen that nobody sits at (spec chapter 4). */
async function timeOut(): Promise<void> {
  const [{ endIdleSession }] = await Promise.all([
    import('@berth/web/data/auth/inactivity.ts'),
    // This page has not needed to know the provider so far.
    loadClientConfig(),
  ]);
  await endIdleSession();
}
