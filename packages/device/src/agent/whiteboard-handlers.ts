import { BridgeError } from '../bridge/bridge-error.ts';
import type { BridgeHandlers } from '../bridge/calls.ts';
import { Boards } from '../features/whiteboard/boards.ts';
import type { Log } from '../system/log.ts';

type WhiteboardHandlers = Pick<
  BridgeHandlers,
  'list_boards' | 'load_board' | 'save_board' | 'change_board' | 'delete_board'
>;

interface WhiteboardOptions {
  /** Null: this machine keeps no boards. */
  readonly folder: string | null;
  /** Whether the whiteboard's app is on. */
  readonly isOn: () => boolean;
  readonly log: Log;
}

/** The whiteboard's functions over the boards of a folder. */
export function whiteboardHandlers({ folder, isOn, log }: WhiteboardOptions): WhiteboardHandlers {
  const boards = folder === null ? null : new Boards(folder, log);
  const kept = (): Boards => {
    if (!boards || !isOn()) throw new BridgeError('unavailable', 'This machine has no whiteboard.');
    return boards;
  };
  return {
    list_boards: () => kept().list(),
    load_board: async ({ id }) => {
      const board = await kept().load(id);
      if (!board) throw new BridgeError('not-found', 'There is no such whiteboard.');
      return board;
    },
    save_board: (board) => kept().save(board),
    change_board: async (change) => {
      const summary = await kept().change(change);
      if (!summary) throw new BridgeError('revision-conflict', 'This whiteboard is to be saved as a whole.');
      return summary;
    },
    delete_board: async ({ id }) => {
      await kept().delete(id);
      return null;
    },
  };
}
