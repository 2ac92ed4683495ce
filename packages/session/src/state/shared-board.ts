import type { BoardPeer } from '@berth/web/data/mirror/open-peer.ts';

/** The whiteboard that guests may draw on. */
export interface SharedBoard {
  /** Adds a participant under this name. */
  readonly join: (peer: BoardPeer, name: string) => void;
}

let current: SharedBoard | null = null;
const listeners = new Set<() => void>();

/** The shared whiteboard that mirroring connects guests to; null while none is shared. */
export const sharedBoard = {
  get: (): SharedBoard | null => current,
  set(board: SharedBoard | null): void {
    if (board === current) return;
    current = board;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
