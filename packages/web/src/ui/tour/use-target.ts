import { useLayoutEffect, useState } from 'react';

interface Place {
  readonly box: Box;
  readonly screen: Size;
}

/**
 * The position of the element with this `data-tour`, even if it appears or moves later; undefined for a step without a
 * target and for a hidden one.
 */
export function useTarget(name: string | undefined): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useLayoutEffect(() => {
    const find = () => setPlace((before) => unlessSame(before, placeOf(targetOf(name))));
    find();
    addEventListener('resize', find);
    const changes = new MutationObserver(find);
    const root = document.getElementById('root');
    if (root) changes.observe(root, { childList: true, subtree: true });
    return () => {
      removeEventListener('resize', find);
      changes.disconnect();
    };
  }, [name]);
  return place;
}

function targetOf(name: string | undefined): Element | null {
  return name === undefined ? null : document.querySelector(`[data-tour="${name}"]`);
}

/** The position in page pixels, which differ from window pixels under a profile's scaling. */
function placeOf(target: Element | null): Place | undefined {
  const shown = target && shownPartOf(target);
  // A hidden element, such as the sidebar on a phone, has no size.
  if (!shown || shown.width <= 0 || shown.height <= 0) return undefined;
  const zoom = Number(document.documentElement.style.getPropertyValue('zoom')) || 1;
  const { left, top, width, height } = shown;
  return {
    box: { left: left / zoom, top: top / zoom, width: width / zoom, height: height / zoom },
    screen: { width: innerWidth / zoom, height: innerHeight / zoom },
  };
}

/** The visible part: many tiles extend below their scrolled area. */
function shownPartOf(target: Element): Box {
  let { left, top, right, bottom } = target.getBoundingClientRect();
  for (let around = target.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflowY === 'visible') continue;
    const frame = around.getBoundingClientRect();
    left = Math.max(left, frame.left);
    top = Math.max(top, frame.top);
    right = Math.min(right, frame.right);
    bottom = Math.min(bottom, frame.bottom);
  }
  return { left, top, width: right - left, height: bottom - top };
}

/** The same object while nothing moved: the tour's own changes trigger the observer. */
function unlessSame(before: Place | undefined, now: Place | undefined): Place | undefined {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The card's position: below a target in the upper half of the screen, above one in the lower half, inside one that
 * fills both.
 */
export function cardPlace({ left, top, width, height }: Box, screen: Size): Record<string, string> {
  const center = Math.min(screen.width - 240, Math.max(240, left + width / 2));
  const place = { left: `${center}px`, translate: '-50% 0' };
  const below = screen.height - (top + height);
  if (top > below && top > 260) return { ...place, bottom: `${screen.height - top + 16}px` };
  if (below > 260) return { ...place, top: `${top + height + 16}px` };
  return { ...place, top: `${top + height / 2}px`, translate: '-50% -50%' };
}
