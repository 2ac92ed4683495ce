import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useForm } from '../form-context.tsx';

interface FocusLater {
  readonly list: RefObject<HTMLFieldSetElement | null>;
  /** Focuses the first element that matches one of the selectors, after the current render. */
  readonly focusLater: (...selectors: readonly string[]) => void;
}

/** Keeps the focus where the user expects it after rows were added, moved or removed. */
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

/** Opens the entry that contains the field to focus, during render. */
export function useTarget(path: string, open: (index: number) => void): void {
  const { target } = useForm();
  const [reached, setReached] = useState<string>();
  if (target === reached) return;
  setReached(target);
  const index = entryHolding(target, path);
  if (index !== undefined) open(index);
}

/** The position of the entry in the list that contains the path; undefined if none does. */
export function entryHolding(path: string | undefined, list: string): number | undefined {
  const prefix = list === '' ? '' : `${list}.`;
  if (!path?.startsWith(prefix)) return undefined;
  const index = Number.parseInt(path.slice(prefix.length), 10);
  return Number.isNaN(index) ? undefined : index;
}
