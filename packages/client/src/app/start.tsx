import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { setRenewalFailed } from '../data/access-token.ts';
import { isAuthenticated, storePerson } from '../data/auth/person.ts';
import { resumeSignIn } from '../data/auth/sign-in.ts';
import { loadClientConfig } from '../data/client-config.ts';
import { startTexts } from '../i18n/store.ts';
import { setNavigate } from './paths/go-to.ts';
import { rememberRoute } from './paths/last-route.ts';
import { paths } from './paths/paths.ts';
import { Providers } from './providers.tsx';
import { routes } from './routes.tsx';
import { ServiceUnreachable } from './service-unreachable.tsx';

/** Brings up the console: texts and configuration, then the router on the present address. */
export async function startConsole(): Promise<void> {
  applyStoredTheme();
  const root = createRoot(document.getElementById('root') ?? document.body);
  const [config] = await Promise.allSettled([loadClientConfig(), startTexts(['common', 'console', 'errors'])]);
  if (config.status === 'rejected') {
    root.render(<ServiceUnreachable />);
    return;
  }
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

/** Before the first paint; the widget library keeps the choice and follows the system from here. */
function applyStoredTheme(): void {
  const stored = localStorage.getItem('theme');
  const dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
