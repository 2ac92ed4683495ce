/** A picture on a board, as Excalidraw keeps it beside the elements. */
export interface Picture {
  readonly id: string;
  readonly mimeType: string;
  readonly dataURL: string;
}

/** One part of a picture, as it goes from one end of a board to another. */
export interface PicturePiece {
  readonly picture: string;
  readonly type: string;
  /** This one is the `at`-th of so many, from 0 on. */
  readonly at: number;
  readonly of: number;
  readonly data: string;
}

/** Characters of a picture's address that others are sent: what is larger is made lighter first (light-pictures.ts). */
const PICTURE_MAX = 1_000_000;
/** Of all pictures on a board that others are to see: a board with more could not be kept. */
export const PICTURES_MAX = 4_000_000;
/** Pictures, not drawings: those may lead elsewhere. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const PIECE = 40_000;
const ID = /^[\w-]{1,64}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function isShareable({ mimeType, dataURL }: Picture): boolean {
  return PICTURE_TYPES.has(mimeType) && dataURL.length <= PICTURE_MAX && dataURL.startsWith(headOf(mimeType));
}

/** The `at`-th piece of a picture; null behind its last one. */
export function pieceOf({ id, mimeType, dataURL }: Picture, at: number): PicturePiece | null {
  const data = dataURL.slice(headOf(mimeType).length);
  const of = Math.max(1, Math.ceil(data.length / PIECE));
  return at < of ? { picture: id, type: mimeType, at, of, data: data.slice(at * PIECE, (at + 1) * PIECE) } : null;
}

/** Puts one other end's pictures together, one after the other. */
export class PictureIntake {
  #id = '';
  #parts: string[] = [];
  #length = 0;

  /** The picture that this piece completed, null while pieces are missing, false for what is no piece or too much. */
  take(sent: Readonly<Record<string, unknown>>): Picture | null | false {
    const { picture: id, type, at, of, data } = sent;
    if (typeof id !== 'string' || !ID.test(id) || typeof type !== 'string' || !PICTURE_TYPES.has(type)) return false;
    if (typeof data !== 'string' || data.length > PIECE || !BASE64.test(data)) return false;
    if (at === 0) [this.#id, this.#parts] = [id, []];
    if (id !== this.#id || at !== this.#parts.length || typeof of !== 'number' || of > PICTURE_MAX / PIECE)
      return false;
    this.#parts.push(data);
    this.#length += data.length;
    if (this.#length > 4 * PICTURES_MAX) return false;
    if (this.#parts.length < of) return null;
    const dataURL = headOf(type) + this.#parts.join('');
    [this.#id, this.#parts] = ['', []];
    return { id, mimeType: type, dataURL };
  }
}

function headOf(mimeType: string): string {
  return `data:${mimeType};base64,`;
}
