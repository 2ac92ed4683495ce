import type { BoardPeer } from '@berth/web/data/mirror/open-peer.ts';
import { sharedValue } from '@berth/web/lib/shared-value.ts';

/** The whiteboard that guests may draw on. */
export interface SharedBoard {
  /** Adds a participant under this name. */
  readonly join: (peer: BoardPeer, name: string) => void;
}

/** The shared whiteboard that mirroring connects guests to; null while none is shared. */
export const sharedBoard = sharedValue<SharedBoard | null>(null);
