import { readFile } from 'node:fs/promises';

/** The picture of Berth OS's boot loader: 24 bits a pixel, from the bottom up. Other systems have none. */
export const BRAND = '/usr/lib/berth-os/logo.bmp';

/** Four bytes a pixel, as an X server takes them: blue, green, red, unused; from the top down. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Reads a bitmap of 24 bits a pixel; null if there is none. */
export async function readBitmap(file: string): Promise<Pixels | null> {
  const content = await readFile(file).catch(() => null);
  if (content?.toString('latin1', 0, 2) !== 'BM' || content.readUInt16LE(28) !== 24) return null;
  const [start, width, height] = [content.readUInt32LE(10), content.readInt32LE(18), content.readInt32LE(22)];
  // Rows end at a multiple of four bytes.
  const row = Math.ceil((width * 3) / 4) * 4;
  const data = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const from = start + (height - 1 - Math.floor(at / width)) * row + (at % width) * 3;
    content.copy(data, at * 4, from, from + 3);
  }
  return { width, height, data };
}

/** Places of a picture of this size in the middle of each monitor, rounded as the boot loader does. */
export function middles(
  size: { readonly width: number; readonly height: number },
  monitors: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[],
): readonly { readonly x: number; readonly y: number }[] {
  return monitors.map(({ x, y, width, height }) => ({
    x: x + Math.max(0, Math.floor((width - size.width) / 2)),
    y: y + Math.max(0, Math.floor((height - size.height) / 2)),
  }));
}
