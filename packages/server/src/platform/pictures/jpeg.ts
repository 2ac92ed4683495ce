import { PictureBytes, PictureError, type PictureParts, requireSound } from './picture-bytes.ts';

const [SOI, EOI, SOS, TEM, DHT, JPG, DAC] = [0xd8, 0xd9, 0xda, 0x01, 0xc4, 0xc8, 0xcc];
const COMMENT = 0xfe;
/** Application segments that decoders read: JFIF, Exif (orientation), color profile, Adobe colors. */
const APPLICATIONS: Readonly<Record<number, string>> = { 224: '', 225: 'Exif\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' };

/** Reads a JPEG segment by segment from SOI to EOI, with all its scans. */
export function readJpeg(bytes: Buffer): PictureParts {
  const source = new PictureBytes(bytes);
  source.signature('\xff\xd8');
  const sizes: { width: number; height: number }[] = [];
  const kept: Buffer[] = [Buffer.from([0xff, SOI])];
  let scans = 0;
  for (;;) {
    const start = source.at;
    const marker = nextMarker(source);
    if (marker === EOI) break;
    requireSound(marker !== SOI && marker !== 0x00 && marker !== TEM && !isRestart(marker));
    const length = source.take(2).readUInt16BE();
    requireSound(length >= 2);
    const data = source.take(length - 2);
    if (isFrame(marker)) {
      requireSound(data.length >= 6);
      sizes.push({ width: data.readUInt16BE(3), height: data.readUInt16BE(1) });
    }
    if (marker === SOS) {
      requireSound(sizes.length > 0);
      skipScan(source);
      scans += 1;
    }
    if (isKept(marker, data)) kept.push(source.since(start));
  }
  source.end();
  if (sizes.length !== 1 || scans === 0) throw new PictureError('picture-broken');
  return { sizes, kept: [...kept, Buffer.from([0xff, EOI])] };
}

function isKept(marker: number, data: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = APPLICATIONS[marker];
  return name !== undefined && data.subarray(0, name.length).equals(Buffer.from(name, 'latin1'));
}

/** A frame header, which contains the size (SOF0 to SOF15 except three codes with other meanings). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== DHT && marker !== JPG && marker !== DAC;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

function nextMarker(source: PictureBytes): number {
  requireSound(source.take(1)[0] === 0xff);
  // A marker may have any number of 0xff bytes in front.
  for (;;) {
    const code = source.take(1)[0] ?? 0;
    if (code !== 0xff) return code;
  }
}

/** Until the marker that ends a scan: 0xff 0x00 is an escaped byte, and restart markers belong to it. */
function skipScan(source: PictureBytes): void {
  for (;;) {
    source.skipTo(0xff);
    const [, next = 0] = source.peek(2);
    if (next !== 0x00 && next !== 0xff && !isRestart(next)) return;
    source.take(next === 0xff ? 1 : 2);
  }
}
