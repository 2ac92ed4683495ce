import { useEffect } from 'react';
import { ARROW_GROUP, ARROW_STOP } from '../home/tile.tsx';

/** Lets the arrow keys, Home and End move the focus among marked elements of one group. */
export function useArrowKeys(): void {
  useEffect(() => {
    addEventListener('keydown', onArrowKey);
    return () => removeEventListener('keydown', onArrowKey);
  }, []);
}

/** Left and right by order, up and down by position. */
function onArrowKey(event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLElement)) return;
  const group = event.target.closest(`[${ARROW_GROUP}]`);
  const stops = Array.from(group?.querySelectorAll<HTMLElement>(`[${ARROW_STOP}]`) ?? []);
  const boxes = stops.map((stop) => stop.getBoundingClientRect());
  const target = stops[nextStop(event.key, boxes, stops.indexOf(event.target))];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

/** The index that a key moves to; -1 for none. */
export function nextStop(key: string, boxes: readonly Box[], current: number): number {
  const here = boxes[current];
  if (!here) return -1;
  if (key === 'Home') return 0;
  if (key === 'End') return boxes.length - 1;
  if (key === 'ArrowRight') return current + 1 < boxes.length ? current + 1 : -1;
  if (key === 'ArrowLeft') return current - 1;
  const below = key === 'ArrowDown';
  if (!below && key !== 'ArrowUp') return -1;
  // A focused tile is slightly higher than its row.
  const apart = here.height / 2;
  const beyond = boxes.filter((box) => (below ? box.top > here.top + apart : box.top < here.top - apart));
  const [nearest] = beyond.toSorted((one, other) => distance(one, here) - distance(other, here));
  return nearest ? boxes.indexOf(nearest) : -1;
}

/** Rows count more than columns: the nearest tile of the next row precedes any of the row after it. */
function distance(box: Box, here: Box): number {
  return Math.abs(box.top - here.top) * 100 + Math.abs(box.left - here.left);
}
