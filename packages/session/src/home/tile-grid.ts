import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The layout of the App Screen's tiles. Rows have `columns` tiles or one less, so that no tile is alone in a row. */
interface TileGrid {
  readonly columns: number;
  readonly rows: number;
  /** Between tiles, in CSS px. */
  readonly gap: number;
  /** Whether all rows fit the room; otherwise they scroll. */
  readonly fits: boolean;
  /** Whether names have little room, or rows scroll: the shelf then shrinks to one line. */
  readonly crowded: boolean;
}

/** Lengths in rem. A tile holds an icon and two lines of a name. */
const LOWEST = 6.25;
const NARROWEST = 8.25;
const COMFORTABLE = 9.25;
const WIDEST = 27;
/** Tiles are wider than high, as 4 to 3. */
const SHAPE = 4 / 3;
/** A grid that reaches both edges of the screen is preferred to one with slightly larger tiles. */
const BOTH_EDGES = 1.15;
const MANY = 24;
/** Below this height, in rem, tiles have smaller gaps. */
const LOW = 24;

/**
 * The grid with the largest tiles for a room of `width` by `height` px.
 * @param rem CSS px of a rem; grows with the profile's text scale
 */
export function tileGrid(
  count: number,
  { width, height, dense }: { readonly width: number; readonly height: number; readonly dense: boolean },
  rem: number,
): TileGrid {
  const gap = dense || count > MANY || height < LOW * rem ? 16 : 24;
  let best: TileGrid = { columns: 1, rows: count, gap, fits: false, crowded: true };
  let most = -1;
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    if (Math.ceil(count / rows) !== columns) continue;
    const column = (width - (columns - 1) * gap) / columns;
    if (columns > 1 && column < NARROWEST * rem) break;
    const row = Math.max((height - (rows - 1) * gap) / rows, LOWEST * rem);
    const fits = rows * row + (rows - 1) * gap <= height + 1;
    const size = Math.min(column, WIDEST * rem, row * SHAPE) * (column <= 1.6 * row ? BOTH_EDGES : 1);
    // If nothing fits, prefer the most columns that leave room for names.
    const score = fits ? size : columns / 1_000;
    if (score <= most) continue;
    most = score;
    best = { columns, rows, gap, fits, crowded: !fits || column < COMFORTABLE * rem };
  }
  return best;
}

/** Whether a row begins at `place`, with `count` tiles in `rows` rows: the first rows may have one tile more. */
export function beginsRow(place: number, count: number, rows: number): boolean {
  const most = Math.ceil(count / rows);
  const full = (count % rows || rows) * most;
  return (place < full ? place % most : (place - full) % (most - 1)) === 0;
}

/** The grid for `count` tiles inside the element with the ref `stage`; undefined until it is measured. */
export function useTileGrid(count: number): { stage: RefObject<HTMLDivElement | null>; grid: TileGrid | undefined } {
  const stage = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState<TileGrid>();
  useLayoutEffect(() => {
    const room = stage.current;
    if (!room) return;
    let crowded = false;
    let screen = '';
    const follow = () => {
      const size = `${innerWidth}/${innerHeight}`;
      // A one-line shelf leaves the tiles more room. Keep it until the screen changes, or both layouts alternate.
      if (size !== screen) crowded = false;
      screen = size;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const { clientWidth: width, clientHeight: height } = room;
      const next = tileGrid(count, { width, height, dense: crowded }, rem);
      crowded ||= next.crowded;
      setGrid({ ...next, crowded });
    };
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(room);
    return () => observer.disconnect();
  }, [count]);
  return { stage, grid };
}
