import { endIdleSession, watchInactivity } from '@berth/web/data/auth/inactivity.ts';
import { usePerson } from '@berth/web/data/auth/person.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { DialogStack } from '../areas/dialogs/stack.tsx';
import { Toasts } from '../areas/parts/toasts.tsx';
import { queryClient } from '../data/query.ts';
import { WidgetProvider } from '../ui/mantine/provider.tsx';

/** Everything around the pages: widgets, cached replies, dialogs, toasts, and the watch for inactivity. */
export function Providers({ router }: { readonly router: ReturnType<typeof createBrowserRouter> }): ReactNode {
  const person = usePerson();
  const isSignedIn = person !== null;
  useEffect(() => (isSignedIn ? watchInactivity(endIdleSession) : undefined), [isSignedIn]);
  return (
    <WidgetProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <DialogStack />
        <Toasts />
      </QueryClientProvider>
    </WidgetProvider>
  );
}
