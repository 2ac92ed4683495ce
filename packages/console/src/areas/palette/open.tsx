import { loadTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { openDialog, openOnlyDialog } from '../dialogs/stack.tsx';

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

const Shortcuts = lazy(async () => {
  await loadTexts(['palette']);
  return import('./shortcuts.tsx');
});

/** Opens the list of keyboard shortcuts. */
export async function showShortcuts(): Promise<void> {
  await openOnlyDialog<void>((close) => (
    <Suspense>
      <Shortcuts onClose={() => close()} />
    </Suspense>
  ));
}

const Tour = lazy(async () => {
  await loadTexts(['palette']);
  return import('../tour/tour.tsx');
});

/** Starts the tour of the cloud management. */
export function startTour(): void {
  void openDialog<void>((close) => (
    <Suspense>
      <Tour onEnd={() => close()} />
    </Suspense>
  ));
}

const DebugDialog = lazy(async () => {
  await loadTexts(['screens']);
  return import('../dialogs/debug-dialog.tsx');
});

let isOpen = false;

/** Opens the hidden debug dialog, once. */
export async function openDebugDialog(): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  await openDialog<void>((close) => (
    <Suspense>
      <DebugDialog onClose={() => close()} />
    </Suspense>
  ));
  isOpen = false;
}
