import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/store.ts';
import { Toaster } from '../../ui/toaster.tsx';

/** Where toasts show; one that is shown follows the language. */
export function Toasts(): ReactNode {
  useTexts();
  return <Toaster />;
}
