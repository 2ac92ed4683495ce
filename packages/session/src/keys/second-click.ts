import { useEffect } from 'react';

/**
 * Ignores the second click of a double click, and the second tap, if something else is there by then: people used to
 * double clicks would press the next step's button, or cancel what they opened.
 */
export function useSecondClicks(): void {
  useEffect(() => {
    let last: Element | null = null;
    const onClick = (event: MouseEvent) => {
      const target =
        event.target instanceof Element ? (event.target.closest('button, a, label') ?? event.target) : null;
      if (event.detail > 1 && target !== last) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      last = target;
    };
    addEventListener('click', onClick, true);
    return () => removeEventListener('click', onClick, true);
  }, []);
}
