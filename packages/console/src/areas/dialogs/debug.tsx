import { loadTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { openDialog } from './stack.tsx';

const DebugDialog = lazy(async () => {
  await loadTexts(['screens']);
  return import('./debug-dialog.tsx');
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
