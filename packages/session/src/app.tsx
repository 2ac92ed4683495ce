import { whenIdle } from '@berth/web/lib/timing.ts';
import { lazy, Suspense, useEffect } from 'react';
import { appearanceOf, applyAppearance } from './appearance.ts';
import { Home } from './home/home.tsx';
import { lazyScreen, navigate, usePath } from './navigation.ts';
import { ErrorBoundary } from './parts/message.tsx';
import { isNoticeWindow, isRemembered, needsPerson, redirectOf, redirectOfScreen, screenOf } from './paths.ts';
import {
  type Session,
  SessionProvider,
  useDefinition,
  useMirrors,
  useSession,
  useSessionState,
} from './state/session.ts';

/** The background behind the tiles; loaded after them. */
const Background = lazy(() => import('./home/background.tsx'));
const OtherScreen = lazy(() => import('./screens.tsx'));
const Overlays = lazy(() => whenIdle().then(() => import('./overlays.tsx')));
const RequireLogin = lazy(() => import('./sign-in/require-login.tsx'));
const NoticeWindow = lazyScreen(() => import('./remote/notice-window.tsx'), 'remote');
/** The console uses the same key: on the web, both share the last route. */
const LAST_PATH = 'lastRoute';

export function App({ session }: { session: Session }) {
  // A separate window without other screens.
  const isNotice = isNoticeWindow(usePath());
  return (
    <SessionProvider value={session}>
      <ProfileAppearance />
      <ErrorBoundary>
        <Suspense>{!isNotice && <Background />}</Suspense>
        <Suspense>{isNotice ? <NoticeWindow /> : <CurrentScreen />}</Suspense>
        <Suspense>{!isNotice && <Overlays />}</Suspense>
      </ErrorBoundary>
    </SessionProvider>
  );
}

/** The screen at the page's path, or its redirect target. */
export function CurrentScreen() {
  const { environment } = useSession();
  const path = usePath();
  const screen = screenOf(path);
  const firstBoot = useSessionState(({ config }) => config?.firstboot === true);
  const nobody = useSessionState(({ login }) => login?.user === null || (login ? false : undefined));
  const nameless = useSessionState(({ login }) => login?.user?.provider === 'automatic');
  const target =
    screen === undefined
      ? redirectOf(path, localStorage.getItem(LAST_PATH))
      : redirectOfScreen(screen, { firstBoot, nobody, nameless });
  const remembered = screen !== undefined && isRemembered(screen);
  useEffect(() => {
    if (target !== undefined) navigate(target, 'replace');
    else if (remembered) localStorage.setItem(LAST_PATH, path);
  }, [target, path, remembered]);
  if (screen === undefined || target !== undefined) return null;
  const shown = screen.name === 'home' ? <Home /> : <OtherScreen name={screen.name} />;
  return environment === 'web' && needsPerson(screen) ? <RequireLogin>{shown}</RequireLogin> : shown;
}

/** Applies the profile's colors, theme and scale to the whole page. */
function ProfileAppearance() {
  const definition = useDefinition();
  const guide = useMirrors();
  const calendar = useSessionState((state) => state.calendar !== null);
  useEffect(() => {
    if (definition) applyAppearance(appearanceOf(definition), { definition, guide, calendar });
  }, [definition, guide, calendar]);
  return null;
}
