import { DASHBOARD_COLUMNS } from '@berth/contract/limits';
import type { LayoutItem } from '@berth/contract/profile/home';
import { bottom, cloneLayout, type Layout, moveElement, verticalCompactor } from 'react-grid-layout/core';

/** The items' places in the grid library's format. */
export function layoutOf(items: readonly LayoutItem[]): Layout {
  return items.map(({ id, x, y, w, h }) => ({ i: id, x, y, w, h }));
}

/** The items at the places of a layout; the same list if nothing moved. */
export function placed(items: readonly LayoutItem[], layout: Layout): readonly LayoutItem[] {
  const places = new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
  const next = items.map((item) => {
    const place = places.get(item.id);
    const isSame = !place || (['x', 'y', 'w', 'h'] as const).every((side) => place[side] === item[side]);
    return isSame ? item : { ...item, ...place };
  });
  return next.every((item, index) => item === items[index]) ? items : next;
}

/** An item moved by columns and rows, as by an arrow key; others move out of the way. */
export function nudged(items: readonly LayoutItem[], id: string, by: { x: number; y: number }): readonly LayoutItem[] {
  const layout = cloneLayout(layoutOf(items));
  const item = layout.find(({ i }) => i === id);
  if (!item) return items;
  const x = clamp(item.x + by.x, 0, DASHBOARD_COLUMNS - item.w);
  const y = Math.max(0, item.y + by.y);
  const next = moveElement(layout, item, x, y, true, false, 'vertical', DASHBOARD_COLUMNS);
  return placed(items, verticalCompactor.compact(next, DASHBOARD_COLUMNS));
}

/** An item resized by columns and rows. */
export function stretched(
  items: readonly LayoutItem[],
  id: string,
  by: { w: number; h: number },
): readonly LayoutItem[] {
  const layout = layoutOf(items).map((item) =>
    item.i === id
      ? { ...item, w: clamp(item.w + by.w, 1, DASHBOARD_COLUMNS - item.x), h: clamp(item.h + by.h, 1, 100) }
      : item,
  );
  const item = layout.find(({ i }) => i === id);
  if (!item) return items;
  const pushed = moveElement(layout, item, item.x, item.y, true, false, 'vertical', DASHBOARD_COLUMNS);
  return placed(items, verticalCompactor.compact(pushed, DASHBOARD_COLUMNS));
}

/** The row for a new item: below all others. */
export function freeRow(items: readonly LayoutItem[]): number {
  return bottom(layoutOf(items));
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
