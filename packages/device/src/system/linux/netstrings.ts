/** Netstrings: `<bytes>:<text>,` one after the other (D. J. Bernstein, 1997), as baresip's ctrl_tcp speaks them. */
export function encodeNetstring(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text)}:${text},`);
}

/** Takes a stream apart, however it is cut. */
export class NetstringReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The texts that are complete now. Throws when the stream is not one of netstrings. */
  read(chunk: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const texts: string[] = [];
    for (;;) {
      const colon = this.#rest.indexOf(':');
      if (colon < 0) break;
      const length = this.#rest.toString('latin1', 0, colon);
      if (!/^\d{1,7}$/.test(length)) throw new Error('not a netstring');
      const end = colon + 1 + Number(length);
      if (this.#rest.length <= end) break;
      texts.push(this.#rest.toString('utf8', colon + 1, end));
      this.#rest = this.#rest.subarray(end + 1);
    }
    return texts;
  }
}
