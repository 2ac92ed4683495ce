import { loadTexts } from '@berth/web/i18n/store.ts';
import { lazy, Suspense } from 'react';
import { openDialog } from '../dialogs/stack.tsx';

const Tour = lazy(async () => {
  await loadTexts(['palette']);
  return import('./tour.tsx');
});

/** Starts the tour of the cloud management. */
export function startTour(): void {
  void openDialog<void>((close) => (
    <Suspense>
      <Tour onEnd={() => close()} />
    </Suspense>
  ));
}
