import type { DataConnection } from 'peerjs';
import { SERIALIZATION } from './open-peer.ts';

/** Label of the data connection that a whiteboard's strokes go over, beside the one for everything else. */
export const BOARD_LABEL = 'board';
export const BOARD_CONNECTION = { label: BOARD_LABEL, serialization: SERIALIZATION, reliable: true } as const;

/** A data connection as a board's line (board/line.ts). */
export interface BoardPeer {
  readonly send: (text: string) => void;
  readonly waiting: () => number;
  readonly close: () => void;
  readonly listen: (onText: (text: unknown) => void, onClose: () => void) => void;
}

export function boardPeer(data: DataConnection): BoardPeer {
  return {
    send: (text) => {
      if (data.open) void data.send(text);
    },
    waiting: () => data.dataChannel?.bufferedAmount ?? 0,
    close: () => data.close(),
    listen(onText, onClose) {
      data.on('data', onText);
      data.on('close', onClose);
      data.on('error', onClose);
    },
  };
}
