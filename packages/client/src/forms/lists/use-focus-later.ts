import { type RefObject, useLayoutEffect, useRef } from 'react';

interface FocusLater {
  readonly list: RefObject<HTMLFieldSetElement | null>;
  /** Focuses the first element that fits one of the selectors, once what is under way is drawn. */
  readonly focusLater: (...selectors: readonly string[]) => void;
}

/** Keeps the focus where a person expects it after rows were added, moved or removed. */
export function useFocusLater(): FocusLater {
  const list = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<readonly string[]>([]);
  useLayoutEffect(() => {
    const [first] = wanted.current.flatMap((selector) => list.current?.querySelector<HTMLElement>(selector) ?? []);
    if (!first) return;
    wanted.current = [];
    first.focus();
  });
  return {
    list,
    focusLater: (...selectors) => {
      wanted.current = selectors;
    },
  };
}
