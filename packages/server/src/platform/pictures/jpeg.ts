import { PictureBytes, PictureError, type PictureParts, requireSound } from './picture-bytes.ts';

const [SOI, EOI, SOS, TEM, DHT, JPG, DAC] = [0xd8, 0xd9, 0xda, 0x01, 0xc4, 0xc8, 0xcc];
const COMMENT = 0xfe;
/** Segments of applications that decoders read: JFIF, Exif (which way is up), a color profile, Adobe's colors. */
const APPLICATIONS: Readonly<Record<number, string>> = { 224: '', 225: 'Exif\0', 226: 'ICC_PROFILE\0', 238: 'Adobe' };

/** A JPEG from SOI to EOI, segment by segment, with all of its scans. */
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

/** A frame's header, which has the size (SOF0 to SOF15 without the three codes among them that are others). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== DHT && marker !== JPG && marker !== DAC;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

function nextMarker(source: PictureBytes): number {
  requireSound(source.take(1)[0] === 0xff);
  // Any number of 0xff may stand before a marker.
  for (;;) {
    const code = source.take(1)[0] ?? 0;
    if (code !== 0xff) return code;
  }
}

/** Up to the marker that ends a scan: 0xff 0x00 is a byte of it, and restarts belong to it. */
function skipScan(source: PictureBytes): void {
  for (;;) {
    source.skipTo(0xff);
    const [, next = 0] = source.peek(2);
    if (next !== 0x00 && next !== 0xff && !isRestart(next)) return;
    source.take(next === 0xff ? 1 : 2);
  }
}
