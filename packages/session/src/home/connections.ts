import type { OnlineStatus } from '@berth/contract/bridge/methods';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useEffect } from 'react';
import { useCustomization, useSession, useSessionState } from '../state/session.ts';
import type { SessionState } from '../state/state.ts';

type Health = OnlineStatus['network'];

/** In order of dependency, each with the profile flag that shows it. */
const INDICATORS = [
  { id: 'network', flag: 'show_linkup' },
  { id: 'dns', flag: 'show_nameresup' },
  { id: 'internet', flag: 'show_inetup' },
  { id: 'cloud', flag: undefined },
] as const;

/** One line of the network overview. */
export interface Connection {
  readonly key: string;
  /** Undefined for a host that the profile monitors. */
  readonly id?: keyof OnlineStatus;
  readonly name: string;
  readonly health: Health;
}

/** The network overview, then the profile's hosts; without a profile, the whole overview. */
export function useConnections(): readonly Connection[] {
  const { t } = useTexts();
  const customization = useCustomization();
  const online = useSessionState((state) => state.online);
  const pings = useSessionState((state) => state.pings);
  const shown = INDICATORS.filter(({ flag }) => !flag || !customization || customization[flag]);
  return [
    ...shown.map(({ id }) => ({ key: id, id, name: t(`session.network.${id}`), health: known(online[id]) })),
    ...pings.map(({ name, health }) => ({ key: hostKey(name), name, health })),
  ];
}

function known(health: string): Health {
  return health === 'ok' || health === 'error' ? health : 'unknown';
}

interface Seen {
  readonly health: Health;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Kept for the lifetime of the page, because the Status Bar is not mounted on other screens. */
const seen = new Map<string, Seen>();

/** When a connection entered its current state, as observed by this page. `key` is an overview part or a host. */
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

/** Prefixed, because a host may have the name of an overview part. */
function hostKey(name: string): string {
  return `host/${name}`;
}
