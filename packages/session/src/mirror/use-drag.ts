import { type PointerEvent, useRef, useState } from 'react';

/** Movement below this is not a drag. */
const SLOP_PX = 8;

export interface Drag {
  /** Offset from its place while dragged; null otherwise. */
  readonly offset: { readonly x: number; readonly y: number } | null;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
  };
}

/**
 * Dragging by mouse or finger, which native drag and drop does not support. Drop targets have a `data-drop` with their
 * key.
 */
export function useDrag(own: string, onDrop: (key: string) => void): Drag {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const [offset, setOffset] = useState<Drag['offset']>(null);
  const stop = () => {
    from.current = null;
    setOffset(null);
  };
  return {
    offset,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0 || (event.target as Element).closest('button')) return;
        from.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: ({ clientX, clientY }) => {
        if (!from.current) return;
        const next = { x: clientX - from.current.x, y: clientY - from.current.y };
        if (offset || Math.hypot(next.x, next.y) > SLOP_PX) setOffset(next);
      },
      onPointerUp: ({ clientX, clientY }) => {
        const target = offset && keyAt(clientX, clientY, own);
        stop();
        if (target) onDrop(target);
      },
      onPointerCancel: stop,
    },
  };
}

function keyAt(x: number, y: number, own: string): string | undefined {
  const keys = document.elementsFromPoint(x, y).map((each) => each.closest<HTMLElement>('[data-drop]')?.dataset.drop);
  return keys.find((key) => key !== undefined && key !== own);
}
