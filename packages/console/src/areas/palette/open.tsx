import { loadTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { openOnlyDialog } from '../dialogs/stack.tsx';
import { bufferTyping } from './typing-buffer.ts';

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
