import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { BOARD_BYTES_MAX } from '../limits.ts';
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

export const WHITEBOARD_METHODS = {
  /** The one changed last comes first. */
  list_boards: { input: Nothing, output: Type.Array(BoardSummary) },
  load_board: { input: closed({ id: BoardId }), output: Board },
  /** Makes the board, or replaces it. Answered once it would survive a power cut. */
  save_board: { input: Board, output: BoardSummary, bodyBytesMax: 2 * BOARD_BYTES_MAX },
  delete_board: { input: closed({ id: BoardId }), output: Empty },
} as const;
