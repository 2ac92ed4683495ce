import { sharedValue } from '@berth/web/lib/shared-value.ts';
import { useSyncExternalStore } from 'react';
import { useDefinition, useSessionState } from '../state/session.ts';
import type { MirrorHost } from './host.ts';
import { type Guest, type HostState, NO_GUESTS } from './host-state.ts';

interface Mirroring {
  readonly host: MirrorHost | null;
  /** The page that guests open. */
  readonly address: string;
}

const current = sharedValue<Mirroring>({ host: null, address: '' });

/** Publishes that mirroring started or ended. */
export const setMirroring = current.set;

/** The machine's mirroring; `host` is null until it has started. */
export const useMirroring = current.use;

const never = () => () => {};

/** Guests and requests of a host; empty without a host. */
export function useHostState(host: MirrorHost | null): HostState {
  return useSyncExternalStore(host?.state.subscribe ?? never, () => host?.state.get() ?? NO_GUESTS);
}

/** How a guest joins this screen, as shown to people. */
export interface JoinInfo {
  /** Whether guests join with a browser, by URL and code. */
  readonly native: boolean;
  /** Typed into a browser. */
  readonly address: string;
  /** In groups of three, which are easier to read and type; null while the cloud is unreachable. */
  readonly code: string | null;
  /** URL with the code, for the QR code. */
  readonly link: string | null;
  /** Null without AirPlay. */
  readonly airplay: { readonly name: string; readonly pin: string } | null;
  readonly guests: readonly Guest[];
}

export function useJoinInfo(): JoinInfo {
  const { host, address } = useMirroring();
  const { code: newest, guests } = useHostState(host);
  // A code published before the cloud became unreachable does not work now.
  const code = useSessionState(({ online }) => online.cloud === 'ok') ? newest : null;
  const pin = useSessionState(({ airplay }) => airplay.pin);
  const name = useSessionState(({ airplay }) => airplay.name);
  const native = useDefinition()?.thinhoc.mirror.enabled_features.native ?? false;
  return {
    native,
    guests,
    address: address.replace(/^https?:\/\//, ''),
    code: code?.replace(/(.{3})(?=.)/g, '$1 ') ?? null,
    link: code === null ? null : `${address}#${code}`,
    airplay: pin === null ? null : { name, pin },
  };
}
