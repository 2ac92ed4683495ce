/** An image of a board, as Excalidraw stores it next to the elements. */
export interface Picture {
  readonly id: string;
  readonly mimeType: string;
  readonly dataURL: string;
}

/** A piece of an image in transit. */
export interface PicturePiece {
  readonly picture: string;
  readonly type: string;
  /** Zero-based index of this piece. */
  readonly at: number;
  readonly of: number;
  readonly data: string;
}

/** Maximum characters of an image's data URL for sending; larger images are reduced first (light-pictures.ts). */
const PICTURE_MAX = 1_000_000;
/** Maximum total of all shared images: a board with more could not be saved. */
export const PICTURES_MAX = 4_000_000;
/** Bitmap images only: SVG may contain links. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
const PIECE = 40_000;
const ID = /^[\w-]{1,64}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function isShareable({ mimeType, dataURL }: Picture): boolean {
  return PICTURE_TYPES.has(mimeType) && dataURL.length <= PICTURE_MAX && dataURL.startsWith(headOf(mimeType));
}

/** The image's piece at an index; null after the last one. */
export function pieceOf({ id, mimeType, dataURL }: Picture, at: number): PicturePiece | null {
  const data = dataURL.slice(headOf(mimeType).length);
  const of = Math.max(1, Math.ceil(data.length / PIECE));
  return at < of ? { picture: id, type: mimeType, at, of, data: data.slice(at * PIECE, (at + 1) * PIECE) } : null;
}

/** Assembles the images of one participant, one at a time. */
export class PictureIntake {
  #id = '';
  #parts: string[] = [];
  #length = 0;

  /** Returns the image completed by this piece, null while pieces are missing, false if invalid or too large. */
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
