import { type RefObject, useEffect } from 'react';

/** Where an element with the focus was removed. */
interface Gap {
  readonly parent: Node;
  readonly next: Node | null;
  readonly previous: Node | null;
  /** Which of the removed part's buttons and links had the focus. */
  readonly turn: number;
}

/**
 * Moves the focus on when its element is removed, as by deleting a row: to the same button of the next row, else to what
 * is nearest. Otherwise Tab would start at the top of the page, and a screen reader, too.
 */
export function useLostFocus(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | undefined;
    let gap: Gap | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.closest('dialog')) return;
      gap = undefined;
      // The list of machines has only the rows in sight, and keeps the place of the focus itself.
      const isKept = main.current?.contains(target) && !target.closest('[aria-rowcount]');
      last = isKept ? target : undefined;
    };
    const watch = new MutationObserver((records) => {
      if (last && !last.isConnected) gap ??= gapOf(records, last);
      // While a dialog is open, the focus is there.
      if (!gap || document.activeElement !== document.body || document.querySelector('dialog[open]')) return;
      const nearest = nearestTo(gap, main.current) ?? main.current;
      gap = undefined;
      nearest?.focus({ preventScroll: nearest === main.current });
    });
    document.addEventListener('focusin', remember);
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      watch.disconnect();
    };
  }, [main]);
}

function gapOf(records: readonly MutationRecord[], lost: Element): Gap | undefined {
  for (const { target, removedNodes, nextSibling, previousSibling } of records) {
    const part = [...removedNodes].find((node) => node.contains(lost));
    if (!(part instanceof Element) || !target.isConnected) continue;
    const turn = Math.max(0, [...part.querySelectorAll(REACHABLE)].indexOf(lost));
    return { parent: target, next: nextSibling, previous: previousSibling, turn };
  }
  return undefined;
}

const REACHABLE = 'a[href], button:not([disabled]), input[type=checkbox]:not([disabled])';

function nearestTo({ parent, next, previous, turn }: Gap, main: HTMLElement | null): HTMLElement | undefined {
  for (const sibling of [next, previous]) {
    const inside = reachableIn(sibling);
    if (inside.length > 0) return inside[Math.min(turn, inside.length - 1)];
  }
  for (let place: Node | null = parent; place && place !== main; place = place.parentNode) {
    const [first] = reachableIn(place);
    if (first) return first;
  }
  return undefined;
}

function reachableIn(place: Node | null): HTMLElement[] {
  if (!(place instanceof Element) || !place.isConnected) return [];
  return [...place.querySelectorAll<HTMLElement>(REACHABLE)].filter((element) => element.checkVisibility());
}
