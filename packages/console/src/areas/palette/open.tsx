import { loadTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { openOnlyDialog } from '../dialogs/stack.tsx';

async function loadPalette() {
  await loadTexts(['palette', 'members', 'machines']);
  return import('./palette.tsx');
}
const Palette = lazy(loadPalette);

/** Opens the command palette; the chosen action runs once it is closed. */
export async function openPalette(): Promise<void> {
  const typed = bufferTyping();
  // If it cannot be loaded, release the keys.
  loadPalette().catch(typed);
  try {
    const run = await openOnlyDialog<(() => void) | undefined>((close) => (
      <Suspense>
        <Palette typed={typed} close={close} />
      </Suspense>
    ));
    run?.();
  } finally {
    typed();
  }
}

/**
 * Buffers what is typed for a field that is not rendered yet, and hides these keys from the page.
 *
 * @returns a function that returns the buffered text; its first call ends the buffering.
 */
export function bufferTyping(): () => string {
  let text = '';
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Backspace') text = text.slice(0, -1);
    else if ([...event.key].length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    removeEventListener('keydown', onKeyDown, { capture: true });
    return text;
  };
}
