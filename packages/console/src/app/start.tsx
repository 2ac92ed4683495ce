import type { ClientConfig } from '@berth/contract/api/service';
import { setRenewalFailed } from '@berth/web/data/access-token.ts';
import { isAuthenticated, storePerson } from '@berth/web/data/auth/person.ts';
import { resumeSignIn } from '@berth/web/data/auth/sign-in.ts';
import { loadClientConfig } from '@berth/web/data/client-config.ts';
import { tellErrors, watchErrors } from '@berth/web/data/error-reports/watch.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { rememberRoute } from '@berth/web/paths/journey.ts';
import { paths, setNavigate } from '@berth/web/paths/paths.ts';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { beginPage } from './lazy-page.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';
import { ServiceUnreachable } from './service-unreachable.tsx';

/** Brings up the console: texts and configuration, then the router on the present address. */
export async function startConsole(): Promise<void> {
  watchErrors();
  applyStoredTheme();
  const root = createRoot(document.getElementById('root') ?? document.body);
  const settled = Promise.allSettled([loadClientConfig(), startTexts(['common', 'console', 'errors'])]);
  // Beside configuration and texts, not after them. Who is not signed in is led elsewhere.
  if (isAuthenticated()) beginPage(routes, location.pathname);
  const [config] = await settled;
  if (config.status === 'rejected') {
    root.render(<ServiceUnreachable />);
    return;
  }
  void reportErrors(config.value);
  if (isAuthenticated()) resumeSignIn();
  const router = createBrowserRouter(routes);
  setNavigate((path) => void router.navigate(path));
  setRenewalFailed(() => {
    storePerson(null);
    const here = router.state.location;
    void router.navigate(paths.signIn({ redirectUrl: here.pathname + here.search }));
  });
  router.subscribe(({ location, navigation }) => {
    if (navigation.state === 'idle') rememberRoute(location);
  });
  root.render(<Providers router={router} />);
}

/** A console is always in the web host: errors are reported wherever there is a service for it (spec chapter 7). */
async function reportErrors({ errorReporting, version, releaseChannel }: ClientConfig): Promise<void> {
  if (!errorReporting) return tellErrors(() => undefined);
  const { startReporter } = await import('@berth/web/data/error-reports/reporter.ts');
  startReporter({ dsn: errorReporting.dsn, release: version, environment: releaseChannel, page: 'console' });
}

/** Before the first paint; the widget library keeps the choice and follows the system from here. */
function applyStoredTheme(): void {
  const stored = localStorage.getItem('theme');
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
