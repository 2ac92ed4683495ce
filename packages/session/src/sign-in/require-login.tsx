import { hasAccessToken } from '@berth/web/data/access-token.ts';
import { watchInactivity } from '@berth/web/data/auth/inactivity.ts';
import { loadClientConfig } from '@berth/web/data/client-config.ts';
import { type ReactNode, useEffect } from 'react';

/** A session in a browser for users logged in to the console; others are redirected to the login (spec chapter 2). */
export default function RequireLogin({ children }: { children: ReactNode }) {
  const isStranger = !hasAccessToken();
  useEffect(() => {
    if (!isStranger) return;
    location.replace(`/session/login?${new URLSearchParams({ redirectUrl: location.pathname })}`);
  }, [isStranger]);
  useEffect(() => (isStranger ? undefined : watchInactivity(() => void timeOut())), [isStranger]);
  return isStranger ? null : children;
}

/** The profile may contain members-only data: it must not stay on an unattended screen (spec chapter 4). */
async function timeOut(): Promise<void> {
  const [{ endIdleSession }] = await Promise.all([
    import('@berth/web/data/auth/inactivity.ts'),
    // This page has not needed the provider so far.
    loadClientConfig(),
  ]);
  await endIdleSession();
}
