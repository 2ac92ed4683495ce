import type { PaintWatch } from '../ports/windows.ts';
import { XConnection } from './x-connection.ts';

/** Watched rows as shares of the window's height, below the browser's own controls. */
const ROWS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const PIXEL = 4;
/** Bytes of blue, green, and red; the fourth byte of a pixel is unused. */
const COLORS = 3;

/**
 * Watches a covered window for its first paint. Chromium paints nothing in a fully covered window unless the X server
 * redirects the window to off-screen memory (Composite), which costs memory and time and lasts as long as a separate
 * connection. The off-screen copy starts with the pixels of the windows in front.
 */
export async function watchPaint(display: string, window: number): Promise<PaintWatch> {
  const x = await XConnection.open(display);
  let before: Buffer[];
  try {
    await x.keepPicture(window);
    before = await x.rowsOf(window, ROWS);
  } catch (error) {
    x.close();
    throw error;
  }
  return {
    isPainted: async () => {
      const rows = await x.rowsOf(window, ROWS);
      // A resized window has a new off-screen copy.
      if (rows[0]?.length !== before[0]?.length) before = rows;
      return isDrawn(before, rows);
    },
    close: () => x.close(),
  };
}

/**
 * Whether the changed pixels have several colors. A window is filled with its background piece by piece; unfilled parts
 * still show the windows in front.
 */
function isDrawn(before: readonly Buffer[], rows: readonly Buffer[]): boolean {
  let first: Buffer | undefined;
  for (const [index, row] of rows.entries()) {
    const old = before[index];
    if (!old || old.equals(row)) continue;
    for (let at = 0; at < row.length; at += PIXEL) {
      const pixel = row.subarray(at, at + COLORS);
      if (old.compare(pixel, 0, COLORS, at, at + COLORS) === 0) continue;
      first ??= pixel;
      if (!pixel.equals(first)) return true;
    }
  }
  return false;
}
