import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { BOARD_BYTES_MAX, BOARD_CHANGE_BYTES_MAX } from '../limits.ts';
import { PATTERNS } from '../profile/patterns.ts';

/** The whiteboard's functions (spec chapter 7, local bridge): boards are stored only on the machine. */

const BoardId = Type.String({ format: 'uuid' });
const Name = Type.String({ minLength: 1, maxLength: 128, pattern: PATTERNS['one-line'] });

export const BoardSummary = closed({
  id: BoardId,
  name: Name,
  changedAt: Type.String({ format: 'date-time' }),
});
export type BoardSummary = Type.Static<typeof BoardSummary>;

export const Board = closed({
  id: BoardId,
  name: Name,
  /** The drawing in the whiteboard's format, opaque to the agent. */
  content: Type.String({ maxLength: BOARD_BYTES_MAX }),
});
export type Board = Type.Static<typeof Board>;

/** ID of a full save of a board, which changes build on. */
const Revision = Type.String({ pattern: '^[\\w-]{1,64}$' });
const Saved = closed({ ...BoardSummary.properties, revision: Revision });

/** A board's last full save, and the changes since, in order. */
const KeptBoard = closed({ ...Board.properties, revision: Revision, changes: Type.Array(Type.String()) });
export type KeptBoard = Type.Static<typeof KeptBoard>;

const BoardChange = closed({
  id: BoardId,
  name: Name,
  revision: Revision,
  /** In the whiteboard's format, opaque to the agent. */
  change: Type.String({ maxLength: BOARD_CHANGE_BYTES_MAX }),
});
export type BoardChange = Type.Static<typeof BoardChange>;

export const WHITEBOARD_METHODS = {
  /** Most recently changed first. */
  list_boards: { input: Nothing, output: Type.Array(BoardSummary) },
  load_board: { input: closed({ id: BoardId }), output: KeptBoard },
  /** Creates or replaces the board. Replies once it would survive a power cut. */
  save_board: { input: Board, output: Saved, bodyBytesMax: 2 * BOARD_BYTES_MAX },
  /**
   * Appends a change to a board, likewise. Refused (`revision-conflict`) if another revision is stored, or if so many
   * changes are stored that a full save is due.
   */
  change_board: { input: BoardChange, output: BoardSummary, bodyBytesMax: 3 * BOARD_CHANGE_BYTES_MAX },
  delete_board: { input: closed({ id: BoardId }), output: Empty },
} as const;
