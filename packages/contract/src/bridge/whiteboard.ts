import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { BOARD_BYTES_MAX, BOARD_CHANGE_BYTES_MAX } from '../limits.ts';
import { PATTERNS } from '../profile/patterns.ts';

/** The whiteboard's functions (spec chapter 7, local bridge): boards are kept on the machine, and nowhere else. */

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
  /** The drawing as the whiteboard writes it; the agent does not look into it. */
  content: Type.String({ maxLength: BOARD_BYTES_MAX }),
});
export type Board = Type.Static<typeof Board>;

/** Names one whole save of a board: what changes build on. */
const Revision = Type.String({ pattern: '^[\\w-]{1,64}$' });
const Saved = closed({ ...BoardSummary.properties, revision: Revision });

/** A board as it was saved last as a whole, and what changed since, in this order. */
const KeptBoard = closed({ ...Board.properties, revision: Revision, changes: Type.Array(Type.String()) });
export type KeptBoard = Type.Static<typeof KeptBoard>;

const BoardChange = closed({
  id: BoardId,
  name: Name,
  revision: Revision,
  /** As the whiteboard writes it; the agent does not look into it. */
  change: Type.String({ maxLength: BOARD_CHANGE_BYTES_MAX }),
});
export type BoardChange = Type.Static<typeof BoardChange>;

export const WHITEBOARD_METHODS = {
  /** Last changed first. */
  list_boards: { input: Nothing, output: Type.Array(BoardSummary) },
  load_board: { input: closed({ id: BoardId }), output: KeptBoard },
  /** Makes the board, or replaces it. Answered once it would survive a power cut. */
  save_board: { input: Board, output: Saved, bodyBytesMax: 2 * BOARD_BYTES_MAX },
  /**
   * Adds to a board what changed, likewise. Refused (`revision-conflict`) where another revision is kept, or there are so many
   * changes that it is time for a whole save.
   */
  change_board: { input: BoardChange, output: BoardSummary, bodyBytesMax: 3 * BOARD_CHANGE_BYTES_MAX },
  delete_board: { input: closed({ id: BoardId }), output: Empty },
} as const;
