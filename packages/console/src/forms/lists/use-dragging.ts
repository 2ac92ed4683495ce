import { type DragEvent, useMemo, useState } from 'react';
import { useLatest } from '../state/use-form-store.ts';

/** Callbacks of rows while one of them is dragged; the same object for the list's whole life. */
export interface DragHandlers {
  readonly hold: (index: number) => void;
  readonly release: () => void;
  readonly start: (event: DragEvent) => void;
  readonly over: (event: DragEvent, index: number) => void;
  readonly drop: (event: DragEvent, index: number) => void;
}

export interface Dragging {
  readonly handlers: DragHandlers;
  readonly held: number | undefined;
  /** The side of the row where the dragged one would be dropped. */
  readonly dropAt: (index: number) => 'above' | 'below' | undefined;
}

/** Moves rows by dragging their handle; buttons do the same for touch and keyboard. */
export function useDragging(move: (from: number, to: number) => void): Dragging {
  const [held, setHeld] = useState<number>();
  const [over, setOver] = useState<number>();
  const latest = useLatest({ held, move });
  const handlers = useMemo(() => {
    const release = () => {
      setHeld(undefined);
      setOver(undefined);
    };
    return {
      hold: setHeld,
      release,
      start(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox requires data to start a drag.
        event.dataTransfer.setData('text/plain', '');
      },
      over(event: DragEvent, index: number) {
        if (latest.current.held === undefined) return;
        event.preventDefault();
        setOver(index);
      },
      drop(event: DragEvent, index: number) {
        const { held: from, move: run } = latest.current;
        if (from === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (from !== index) run(from, index);
        release();
      },
    };
  }, [latest]);
  return {
    handlers,
    held,
    dropAt(index) {
      if (held === undefined || over !== index || held === index) return undefined;
      return held < index ? 'below' : 'above';
    },
  };
}
