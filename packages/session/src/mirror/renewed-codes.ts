import { useEffect } from 'react';
import { useDefinition, useSessionState } from '../state/session.ts';

/** Renews the codes after a logout, if the profile asks for it (spec chapter 3, renew_OTCs_on_sessions_logout). */
export function useRenewedCodes(host: { renewCodes(): void } | null): void {
  const isOver = useSessionState(({ login }) => login?.user === null);
  const renews = useDefinition()?.system.auth.renew_OTCs_on_sessions_logout;
  useEffect(() => {
    if (isOver && renews) host?.renewCodes();
  }, [isOver, renews, host]);
}
