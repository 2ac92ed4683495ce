import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type TileGrid, tileGrid } from '../definition/tile-grid.ts';

/** A room lower than this has the shelf in one line anyway (home.module.css). In rem. */
const LOW = 45;

/**
 * The grid for as many tiles in the room of the element that gets `stage`. Undefined until that was measured, which is
 * before the first picture.
 */
export function useTileGrid(count: number): { stage: RefObject<HTMLDivElement | null>; grid: TileGrid | undefined } {
  const stage = useRef<HTMLDivElement>(null);
  const [grid, setGrid] = useState<TileGrid>();
  useLayoutEffect(() => {
    const room = stage.current;
    const home = room?.closest<HTMLElement>('[data-home]');
    if (!room || !home) return;
    let crowded = false;
    let screen = '';
    const follow = () => {
      const size = `${home.clientWidth}/${home.clientHeight}`;
      // A shelf of one line gives more room, in which the tiles are not crowded: it stays for this size of the screen.
      if (size !== screen) crowded = false;
      screen = size;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const { clientWidth: width, clientHeight: height } = room;
      const next = tileGrid(count, { width, height, dense: crowded || home.clientHeight < LOW * rem }, rem);
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
