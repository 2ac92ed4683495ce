/**
 * Why an image is rejected. picture: not of the given type. picture-broken: damaged or truncated. picture-trailing:
 * data after the image. picture-size: no pixels, or too many. picture-total: too much to decode, with the other images of
 * its document.
 */
export type PictureRule = 'picture' | 'picture-broken' | 'picture-trailing' | 'picture-size' | 'picture-total';

export class PictureError extends Error {
  readonly rule: PictureRule;
  constructor(rule: PictureRule) {
    super(rule);
    this.rule = rule;
  }
}

/** The result of a reader: all sizes, and the parts to keep. */
export interface PictureParts {
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  readonly kept: readonly Buffer[];
  /** Decodes the image once its sizes are known to be in bounds; throws for what it is not. */
  readonly decode?: () => void;
}

/** Decoded bytes of one image: 4 for each of 4,096 by 4,096 pixels, and some for rows. */
const IMAGE_BYTES_MAX = 70_000_000;
/** Of all images of a document. Decoding so much takes half a second. */
const DOCUMENT_BYTES_MAX = 256 * 1024 * 1024;

/** How much may still be decoded for a document: a few compressed kilobytes can be many megabytes of pixels. */
export class DecodingRoom {
  #used = 0;

  get used(): number {
    return this.#used;
  }

  take(bytes: number): void {
    this.#used += bytes;
    if (bytes > IMAGE_BYTES_MAX || this.#used > DOCUMENT_BYTES_MAX) throw new PictureError('picture-total');
  }
}

/** Bytes read from the start; reading past the end means a truncated image. */
export class PictureBytes {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get at(): number {
    return this.#at;
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new PictureError('picture-broken');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** Peeks at the next bytes. */
  peek(length: number): Buffer {
    return this.#bytes.subarray(this.#at, this.#at + length);
  }

  /** The bytes read since a position. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.#at);
  }

  /** Expects the signature of the type. */
  signature(...allowed: readonly string[]): void {
    const found = allowed.find((each) => this.peek(each.length).equals(Buffer.from(each, 'latin1')));
    if (found === undefined) throw new PictureError('picture');
    this.take(found.length);
  }

  /** Skips to the next byte of this value, without reading it. */
  skipTo(value: number): void {
    const found = this.#bytes.indexOf(value, this.#at);
    if (found < 0) throw new PictureError('picture-broken');
    this.#at = found;
  }

  end(): void {
    if (this.#at < this.#bytes.length) throw new PictureError('picture-trailing');
  }
}

export function requireSound(isSound: boolean): void {
  if (!isSound) throw new PictureError('picture-broken');
}
