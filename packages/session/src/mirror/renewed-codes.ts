import { useEffect } from 'react';
import { fieldsAt, flagOf } from '../definition/fields.ts';
import { useSessionState } from '../state/session.ts';

/** New codes after a logout, where the profile wants it (spec chapter 3, renew_OTCs_on_sessions_logout). */
export function useRenewedCodes(host: { renewCodes(): void } | null): void {
  const isOver = useSessionState(({ login }) => login?.user === null);
  const renews = useSessionState(({ profile }) => {
    return flagOf(fieldsAt(profile?.definition, 'system', 'auth'), 'renew_OTCs_on_sessions_logout', true);
  });
  useEffect(() => {
    if (isOver && renews) host?.renewCodes();
  }, [isOver, renews, host]);
}
