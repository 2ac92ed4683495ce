import { loadTexts } from '@berth/web/i18n/store.ts';
import { lazy, type ReactNode, Suspense } from 'react';
import { openDialog } from '../dialogs/stack.tsx';
import { bufferTyping } from './typing-buffer.ts';

async function loadPalette() {
  await loadTexts(['palette', 'members']);
  return import('./palette.tsx');
}
const Palette = lazy(loadPalette);
const Shortcuts = lazy(async () => {
  await loadTexts(['palette']);
  return import('./shortcuts.tsx');
});

let isOpen = false;

/** Opens the command palette; what was chosen happens once it is closed. */
export async function openPalette(): Promise<void> {
  const typed = bufferTyping();
  // Where it cannot be loaded, the keys are everybody's again.
  loadPalette().catch(typed);
  try {
    const run = await openOnce<(() => void) | undefined>((close) => <Palette typed={typed} close={close} />);
    run?.();
  } finally {
    typed();
  }
}

/** Opens the sheet of keyboard shortcuts. */
export async function showShortcuts(): Promise<void> {
  await openOnce<void>((close) => <Shortcuts onClose={() => close()} />);
}

/** One at a time, and never above another dialog. */
async function openOnce<Answer>(render: (close: (answer: Answer) => void) => ReactNode): Promise<Answer | undefined> {
  if (isOpen || document.querySelector('dialog[open]')) return undefined;
  isOpen = true;
  try {
    return await openDialog<Answer>((close) => <Suspense>{render(close)}</Suspense>);
  } finally {
    isOpen = false;
  }
}
