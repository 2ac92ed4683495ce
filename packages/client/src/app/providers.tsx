import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { DialogStack } from '../console/dialogs/stack.tsx';
import { Toasts } from '../console/parts/toasts.tsx';
import { watchInactivity } from '../data/auth/inactivity.ts';
import { usePerson } from '../data/auth/person.ts';
import { signOutRegardless } from '../data/auth/sign-in.ts';
import { isCloudVersion } from '../data/client-config.ts';
import { queryClient } from '../data/query.ts';
import { WidgetProvider } from '../ui/mantine/provider.tsx';
import { signedOutRoute } from './paths/decide.ts';
import { keepSignedOutRoute, noteTimedOut } from './paths/journey.ts';

/** Everything around the pages: widgets, cached replies, dialogs, toasts, and the watch for inactivity. */
export function Providers({ router }: { readonly router: ReturnType<typeof createBrowserRouter> }): ReactNode {
  const person = usePerson();
  const isSignedIn = person !== null;
  useEffect(() => (isSignedIn ? watchInactivity(endSession) : undefined), [isSignedIn]);
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

/**
 * After an hour without a click: signs out (spec chapter 4). At once, for nobody may be there to read anything; the page
 * that comes then tells why.
 */
async function endSession(): Promise<void> {
  noteTimedOut();
  keepSignedOutRoute(signedOutRoute(isCloudVersion()));
  await signOutRegardless();
}
