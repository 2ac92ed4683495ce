import type { PaintWatch } from '../ports/windows.ts';
import { XConnection } from './x-connection.ts';

/** Where a window is watched, as shares of its height: below what a browser itself may show there. */
const ROWS = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const PIXEL = 4;
/** Blue, green and red; the fourth byte is unused. */
const COLORS = 3;

/**
 * Watches a window behind others. Chromium paints nothing in a window that is wholly covered, unless the server keeps the
 * window's picture. It does so for a connection of its own, and no longer than that lives: it costs memory and time. The
 * picture begins as a copy of the windows in front, and keeps that where the window has painted nothing yet.
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
      // A resized window has a new picture.
      if (rows[0]?.length !== before[0]?.length) before = rows;
      return isDrawn(before, rows);
    },
    close: () => x.close(),
  };
}

/**
 * Whether the pixels that changed have several colors. A window is filled with its background piece by piece: what is not
 * filled yet still shows the windows in front.
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
