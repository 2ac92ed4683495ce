import { useDefinition, useSessionState } from '../state/session.ts';
import type { Guest } from './host-state.ts';
import { useHostState, useMirroring } from './mirroring.ts';

/** How a guest joins this screen, as shown to people. */
export interface WayIn {
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

export function useWayIn(): WayIn {
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
