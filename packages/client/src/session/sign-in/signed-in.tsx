import { type ReactNode, useEffect } from 'react';
import { hasAccessToken } from '../../data/access-token.ts';

/** What a browser shows to somebody who is signed in to the console; anybody else is led to the login (spec chapter 2). */
export default function SignedIn({ children }: { children: ReactNode }) {
  const isStranger = !hasAccessToken();
  useEffect(() => {
    if (!isStranger) return;
    location.replace(`/session/login?${new URLSearchParams({ redirectUrl: location.pathname })}`);
  }, [isStranger]);
  return isStranger ? null : children;
}
