/** A part of the program (script, style sheet, texts) that did not arrive. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
}
