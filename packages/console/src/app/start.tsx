import type { ClientConfig } from '@berth/contract/api/service';
import { setRenewalFailed } from '@berth/web/data/access-token.ts';
import { endIdleSession, watchInactivity } from '@berth/web/data/auth/inactivity.ts';
import { isAuthenticated, onPersonChange, storePerson, usePerson } from '@berth/web/data/auth/person.ts';
import { pageAfterSignIn, resumeSignIn, signInSilently } from '@berth/web/data/auth/sign-in.ts';
import { hasLoggedIn } from '@berth/web/data/auth/silent.ts';
import { loadClientConfig } from '@berth/web/data/client-config.ts';
import { tellErrors, watchErrors } from '@berth/web/data/error-reports/watch.ts';
import { startTexts, useTexts } from '@berth/web/i18n/store.ts';
import { nextTask } from '@berth/web/lib/timing.ts';
import { paths, setNavigate } from '@berth/web/paths/paths.ts';
import { rememberRoute } from '@berth/web/paths/remembered-routes.ts';
import { screenAt } from '@berth/web/paths/screens.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { DialogStack, leaveDialogs } from '../areas/dialogs/stack.tsx';
import { queryClient } from '../data/query.ts';
import { WidgetProvider } from '../ui/mantine/provider.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { beginPage } from './lazy-page.ts';
import { routes } from './routes.tsx';
import { ServiceUnreachable } from './starting-page.tsx';

/** Starts the console: texts and configuration, then the router on the current path. */
export async function startConsole(): Promise<void> {
  watchErrors();
  const configured = loadClientConfig();
  const signedIn = needsSilentLogin() ? signInSilently(configured) : undefined;
  const settled = Promise.allSettled([
    configured,
    startTexts(['common', 'console', 'errors']),
    applyStyles(),
    signedIn,
  ]);
  // The program's evaluation, this preparation and the render are a task each, so that a slow phone keeps responding.
  await nextTask();
  // In parallel with configuration and texts, and with the end of a login. Logged-out visitors are redirected, so they
  // preload nothing.
  if (isAuthenticated() || signedIn) beginPage(routes, location.pathname);
  else if (location.pathname === paths.accessToken())
    beginPage(routes, pageAfterSignIn()?.split('?')[0] ?? paths.root());
  await nextTask();
  const root = createRoot(document.getElementById('root') ?? document.body);
  const [config] = await settled;
  if (config.status === 'rejected') {
    root.render(<ServiceUnreachable />);
    return;
  }
  void reportErrors(config.value);
  if (isAuthenticated()) resumeSignIn();
  const router = createBrowserRouter(routes);
  setNavigate((path, options) => void router.navigate(path, options));
  setRenewalFailed(() => {
    storePerson(null);
    const here = router.state.location;
    void router.navigate(paths.signIn({ redirectUrl: here.pathname + here.search }));
  });
  // Before anything is rendered: they would cover the login page, whose own dialog says why the login ended.
  onPersonChange(() => {
    if (!isAuthenticated()) leaveDialogs();
  });
  let shown = router.state.location.key;
  router.subscribe(({ location, navigation, historyAction }) => {
    if (navigation.state === 'idle') rememberRoute(location);
    // Back and Forward leave a page with its dialogs.
    if (location.key !== shown && historyAction === 'POP') leaveDialogs();
    shown = location.key;
  });
  await nextTask();
  // Renders in slices.
  startTransition(() => root.render(<Providers router={router} />));
}

/** Whether this is a new tab on a page of the console, in a browser in which someone is logged in. */
function needsSilentLogin(): boolean {
  if (isAuthenticated() || !hasLoggedIn()) return false;
  const { pathname } = location;
  return pathname === paths.root() || (/^\/manage(\/|$)/.test(pathname) && screenAt(pathname) !== 'manage-login');
}

/** Reports errors if a reporting service is configured: the console always runs on a web host (spec chapter 7). */
async function reportErrors({ errorReporting, version, releaseChannel }: ClientConfig): Promise<void> {
  if (!errorReporting) return tellErrors(() => undefined);
  const { startReporter } = await import('@berth/web/data/error-reports/reporter.ts');
  startReporter({ dsn: errorReporting.dsn, release: version, environment: releaseChannel, page: 'console' });
}

/** Limit for style sheets; they are small, and requested first. */
const STYLES_MS = 20_000;

/** Applies the style sheets once all are there: they load without holding back the starting page. */
async function applyStyles(): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][media="not all"]')];
  const arrived = sheets.map(
    (link) =>
      new Promise<unknown>((done) => {
        if (link.sheet) return done(link);
        link.addEventListener('load', done, { once: true });
        link.addEventListener('error', done, { once: true });
        // A sheet that failed earlier sends no event; a page without some styles is better than none.
        setTimeout(done, STYLES_MS);
      }),
  );
  await Promise.all(arrived);
  for (const link of sheets) link.media = 'all';
}

/** Wraps the pages in their providers, with dialogs, toasts and the inactivity timeout. */
function Providers({ router }: { readonly router: ReturnType<typeof createBrowserRouter> }): ReactNode {
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

/** Renders toasts; an open one follows the language. */
export function Toasts(): ReactNode {
  useTexts();
  return <Toaster />;
}
