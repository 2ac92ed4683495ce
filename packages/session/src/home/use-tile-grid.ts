import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type TileGrid, tileGrid } from '../definition/tile-grid.ts';

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
      // A one-line shelf leaves tiles more room. It stays until the screen changes, or the two would alternate.
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
