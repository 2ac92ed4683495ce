import { useDefinition, useSessionState } from '../state/session.ts';
import type { Guest } from './host-state.ts';
import { useHostState, useMirroring } from './mirroring.ts';

/** How a guest gets onto this screen, as people read it. */
export interface WayIn {
  /** Whether guests come with a browser at all, by address and code. */
  readonly native: boolean;
  /** What is typed into a browser. */
  readonly address: string;
  /** In groups of three, which are read and typed with fewer mistakes; null while the cloud could not let anyone in. */
  readonly code: string | null;
  /** Address and code in one, for the QR code. */
  readonly link: string | null;
  /** Null where nobody comes by AirPlay. */
  readonly airplay: { readonly name: string; readonly pin: string } | null;
  readonly guests: readonly Guest[];
}

export function useWayIn(): WayIn {
  const { host, address } = useMirroring();
  const { code: newest, guests } = useHostState(host);
  // A code that was published before the cloud went away opens nothing now.
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
