import { useSessionState } from '../state/session.ts';

/**
 * IANA name of the zone in which the page shows times: the machine's, or on the web the browser's. Always named, because
 * the formats of the browser's own zone are kept, and would show the old zone after a change.
 */
export function useZone(): string {
  const zone = useSessionState(({ config }) => config?.time_zone);
  return zone || Intl.DateTimeFormat().resolvedOptions().timeZone;
}
