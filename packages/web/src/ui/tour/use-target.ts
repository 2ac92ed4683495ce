import { useLayoutEffect, useState } from 'react';
import type { Box, Size } from './place.ts';

interface Place {
  readonly box: Box;
  readonly screen: Size;
}

/**
 * Where the element with this `data-tour` is, also when it comes or moves later; undefined for a step about everything,
 * or something that is not shown here.
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

/** In the pixels of the page, which a profile's scaling makes larger than the window's. */
function placeOf(target: Element | null): Place | undefined {
  const shown = target && shownPartOf(target);
  // Something hidden, such as the sidebar on a phone, has no size.
  if (!shown || shown.width <= 0 || shown.height <= 0) return undefined;
  const zoom = Number(document.documentElement.style.getPropertyValue('zoom')) || 1;
  const { left, top, width, height } = shown;
  return {
    box: { left: left / zoom, top: top / zoom, width: width / zoom, height: height / zoom },
    screen: { width: innerWidth / zoom, height: innerHeight / zoom },
  };
}

/** Without what is scrolled out of sight: many tiles reach further down than their place does. */
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

/** The same object while nothing moved: the tour itself changes the page. */
function unlessSame(before: Place | undefined, now: Place | undefined): Place | undefined {
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}
