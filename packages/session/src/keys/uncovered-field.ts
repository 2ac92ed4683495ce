import { useEffect } from 'react';
import { useSessionState } from '../state/session.ts';

/** Space between the field and the on-screen keyboard. */
const GAP = 16;
const FIELDS = 'input, textarea, select, [contenteditable]';

/** Moves the focused field's dialog or page up if the on-screen keyboard would cover the field. */
export function useUncoveredField(): void {
  const covered = useSessionState(({ keyboard }) => keyboard?.covered ?? 0);
  useEffect(() => {
    if (covered === 0) return;
    let moved: HTMLElement | null = null;
    const back = () => {
      if (moved) moved.style.translate = '';
      moved = null;
    };
    const uncover = () => {
      back();
      const field = document.activeElement;
      if (!(field instanceof HTMLElement) || !field.matches(FIELDS)) return;
      const free = innerHeight - covered / devicePixelRatio - GAP;
      const below = field.getBoundingClientRect().bottom - free;
      const holder = field.closest<HTMLElement>('dialog') ?? document.body;
      if (below <= 0) return;
      // Converts from screen pixels to CSS pixels of the zoomed page.
      holder.style.translate = `0 ${-Math.ceil(below / holder.currentCSSZoom)}px`;
      moved = holder;
    };
    uncover();
    document.addEventListener('focusin', uncover);
    return () => {
      document.removeEventListener('focusin', uncover);
      back();
    };
  }, [covered]);
}
