import { loadTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { openOnlyDialog } from '../dialogs/stack.tsx';

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
