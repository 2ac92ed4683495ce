import { loadTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { openDialog, openOnlyDialog } from '../dialogs/stack.tsx';
import { guideFor } from '../guide/places.ts';

const Shortcuts = lazy(async () => {
  await loadTexts(['palette']);
  return import('./shortcuts.tsx');
});

/** Opens the guide to the current page in a tab of its own: what is being edited stays. */
export function openGuide(): void {
  open(guideFor(location.pathname, location.search), '_blank', 'noopener');
}

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
