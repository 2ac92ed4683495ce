import { PictureBytes, PictureError, type PictureParts, requireSound } from './picture-bytes.ts';

const [SOI, EOI, SOS, TEM, DHT, JPG, DAC] = [0xd8, 0xd9, 0xda, 0x01, 0xc4, 0xc8, 0xcc];
const [JFIF, EXIF, ADOBE, DQT, DNL, DRI] = [0xe0, 0xe1, 0xee, 0xdb, 0xdc, 0xdd];
/** Tables and scans, beside the frame header. */
const DECODED: ReadonlySet<number> = new Set([SOS, DHT, DAC, DQT, DNL, DRI]);

/**
 * Reads a JPEG segment by segment from SOI to EOI, with all its scans. Of application segments only fields that change
 * how pixels are shown are kept, each written anew: pixel shape (JFIF), orientation (Exif), and color transform (Adobe).
 */
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
    if (isFrame(marker) || DECODED.has(marker)) kept.push(source.since(start));
    else kept.push(...rewritten(marker, data));
  }
  source.end();
  if (sizes.length !== 1 || scans === 0) throw new PictureError('picture-broken');
  return { sizes, kept: [...kept, Buffer.from([0xff, EOI])] };
}

function rewritten(marker: number, data: Buffer): Buffer[] {
  if (marker === JFIF && startsWith(data, 'JFIF\0') && data.length >= 14) {
    // Without its thumbnail.
    return [segment(JFIF, Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)]))];
  }
  if (marker === ADOBE && startsWith(data, 'Adobe') && data.length >= 12) return [segment(ADOBE, data.subarray(0, 12))];
  if (marker !== EXIF || !startsWith(data, 'Exif\0\0')) return [];
  const orientation = orientationOf(data.subarray(6));
  if (orientation < 2 || orientation > 8) return [];
  // Big-endian TIFF with one directory of one entry: tag 0x0112, one number of 16 bits.
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return [segment(EXIF, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))];
}

function startsWith(data: Buffer, name: string): boolean {
  return data.subarray(0, name.length).equals(Buffer.from(name, 'latin1'));
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The orientation in the first directory of a TIFF header; 1, as taken, where it says none. */
function orientationOf(tiff: Buffer): number {
  const isLittle = startsWith(tiff, 'II');
  if (!isLittle && !startsWith(tiff, 'MM')) return 1;
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = tiff.length < 8 ? 0 : isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Array.from({ length: short(start) }, (_, index) => start + 2 + 12 * index);
  const entry = entries.find((at) => short(at) === 0x0112);
  return entry === undefined ? 1 : short(entry + 8);
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
