import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Toaster } from '../../ui/toaster.tsx';

/** Where toasts show; one that is shown follows the language. */
export function Toasts(): ReactNode {
  useTexts();
  return <Toaster />;
}
