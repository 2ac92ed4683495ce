import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { useEffect } from 'react';
import { useSession } from '../state/session.ts';
import type { SessionState } from '../state/state.ts';

interface Seen {
  readonly health: OnlineStatus['network'];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Kept for the page's lifetime: the Status Bar is away while another screen is shown. */
const seen = new Map<string, Seen>();

/** When a connection took its current state, as far as this page has seen it. `key` is a part of the overview or a host. */
export function healthSince(key: string): string {
  return new Date(seen.get(key)?.at ?? Date.now()).toISOString();
}

/** Records the changes of all connections. */
export function useHealthHistory(): void {
  const { state } = useSession();
  useEffect(() => {
    const record = () => recordHealth(state.get(), Date.now());
    record();
    return state.subscribe(record);
  }, [state]);
}

function recordHealth({ online, pings }: SessionState, at: number): void {
  const current = [
    ...Object.entries(online),
    ...pings.map(({ name, health }) => [hostKey(name), health] as const),
  ] as const;
  for (const [key, health] of current) if (seen.get(key)?.health !== health) seen.set(key, { health, at });
}

/** A monitored host may have the name of a part of the overview. */
export function hostKey(name: string): string {
  return `host/${name}`;
}
