import { type DragEvent, type HTMLAttributes, useState } from 'react';

export interface Dragging {
  readonly rowProps: (index: number) => HTMLAttributes<HTMLElement> & { readonly 'data-drop'?: string };
  readonly handleProps: (index: number) => HTMLAttributes<HTMLElement>;
}

/** Moves rows with the mouse, by their handle; the buttons beside them do the same for fingers and keys. */
export function useDragging(move: (from: number, to: number) => void): Dragging {
  const [held, setHeld] = useState<number>();
  const [over, setOver] = useState<number>();
  function end(): void {
    setHeld(undefined);
    setOver(undefined);
  }
  return {
    handleProps: (index) => ({ onPointerDown: () => setHeld(index), onPointerUp: end }),
    rowProps: (index) => ({
      draggable: held === index,
      ...(over === index && held !== undefined && held !== index
        ? { 'data-drop': held < index ? 'below' : 'above' }
        : {}),
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox starts no drag without data.
        event.dataTransfer.setData('text/plain', '');
      },
      onDragOver(event: DragEvent) {
        if (held === undefined) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop(event: DragEvent) {
        if (held === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (held !== index) move(held, index);
        end();
      },
      onDragEnd: end,
    }),
  };
}
