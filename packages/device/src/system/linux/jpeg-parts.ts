const HEAD_END = Buffer.from('\r\n\r\n');
/** Of one picture; more than a whole 4K screen takes. */
const PICTURE_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Reads what GStreamer's multipartmux writes: parts with a Content-Length. Returns what to feed it with.
 * @throws Error when what comes is something else.
 */
export function readJpegParts(onPicture: (jpeg: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const headEnd = rest.indexOf(HEAD_END);
      if (headEnd === -1) break;
      const [, length] = /content-length:\s*(\d+)/i.exec(rest.toString('latin1', 0, headEnd)) ?? [];
      const size = Number(length);
      if (!(size <= PICTURE_BYTES_MAX)) throw new Error('The pictures cannot be read.');
      const start = headEnd + HEAD_END.length;
      if (rest.length < start + size) return;
      onPicture(Buffer.from(rest.subarray(start, start + size)));
      rest = rest.subarray(start + size);
    }
    if (rest.length > PICTURE_BYTES_MAX) throw new Error('The pictures cannot be read.');
  };
}
