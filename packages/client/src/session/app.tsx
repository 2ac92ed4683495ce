import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { Area } from '../i18n/keys.ts';
import { loadTexts } from '../i18n/store.ts';
import { fieldsAt, flagOf } from './definition/fields.ts';
import { lookOf } from './definition/look.ts';
import { Home } from './home/home.tsx';
import { applyLook } from './look.ts';
import { navigate, usePath } from './navigation.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { redirectOf, redirectOfScreen, type Screen, screenOf } from './paths.ts';
import { type Session, SessionProvider, useSession, useSessionState } from './state/session.ts';

/** Screens beside the home screen are chunks of their own, with their texts. */
const Wizard = screen(() => import('./wizard/wizard.tsx'), 'wizard', 'screens', 'errors');
const Returning = screen(() => import('./wizard/returning.tsx'), 'wizard', 'errors');
const Greeter = screen(() => import('./greeter/greeter.tsx'), 'greeter');
const StillThere = screen(() => import('./greeter/still-there.tsx'), 'greeter');
const Settings = screen(() => import('./settings/settings.tsx'), 'screens');
const FactoryReset = screen(() => import('./factory-reset/factory-reset.tsx'), 'screens');
const Screensaver = screen(() => import('./screensaver/screensaver.tsx'), 'screens');
const Whiteboard = screen(() => import('./whiteboard/whiteboard.tsx'), 'whiteboard', 'screens');
const IdleWatch = lazy(() => import('./screensaver/idle-watch.ts'));
const Elsewhere = screen(() => import('./parts/not-here.tsx'), 'screens');
/** Hidden keys: nobody presses them before the screen is there. */
const KeyChords = lazy(() => import('./keys/key-chords.tsx'));
const LAST_PATH = 'session-last-path';

export function App({ session }: { session: Session }) {
  return (
    <SessionProvider value={session}>
      <ProfileLook />
      <ErrorBoundary>
        <Suspense>
          <CurrentScreen />
        </Suspense>
        <Suspense>
          <Idle />
          <Ending />
          <KeyChords />
        </Suspense>
      </ErrorBoundary>
    </SessionProvider>
  );
}

function screen(load: () => Promise<{ default: ComponentType }>, ...areas: Area[]) {
  return lazy(async () => {
    await loadTexts(areas);
    return load();
  });
}

function CurrentScreen() {
  const path = usePath();
  const screen = screenOf(path);
  const firstBoot = useSessionState(({ config }) => config?.firstboot === true);
  const nobody = useSessionState(({ login }) => login?.user === null || (login ? false : undefined));
  const target =
    screen === undefined
      ? redirectOf(path, localStorage.getItem(LAST_PATH))
      : redirectOfScreen(screen, { firstBoot, nobody });
  useEffect(() => {
    if (target !== undefined) navigate(target, 'replace');
    else if (screen?.name !== 'access-token' && screen?.name !== 'greeter') localStorage.setItem(LAST_PATH, path);
  }, [target, path, screen?.name]);
  return screen === undefined || target !== undefined ? null : screenElement(screen);
}

function screenElement(screen: Screen): ReactNode {
  switch (screen.name) {
    case 'first-boot':
      return <Wizard />;
    case 'access-token':
      return <Returning />;
    case 'home':
      return <Home />;
    case 'settings':
      return <Settings />;
    case 'factory-reset':
      return <FactoryReset />;
    case 'screensaver':
      return <Screensaver />;
    case 'whiteboard':
      return <Whiteboard />;
    case 'greeter':
      return <Greeter />;
    case 'mirror':
      return <Elsewhere />;
  }
}

/** Watches for the screensaver's time only where there is one. */
function Idle() {
  const { bridge } = useSession();
  const enabled = useSessionState(({ profile }) => {
    return flagOf(fieldsAt(profile?.definition, 'thinhoc', 'screensaver'), 'enabled', false);
  });
  const atHome = screenOf(usePath())?.name === 'home';
  return bridge && enabled && atHome ? <IdleWatch /> : null;
}

/** The session is about to end because nobody was there. */
function Ending() {
  const ends = useSessionState(({ login }) => login !== null && login.endsIn !== null && login.user !== null);
  return ends ? <StillThere /> : null;
}

/** The profile's colours, theme and scale, on the whole page. */
function ProfileLook() {
  const definition = useSessionState(({ profile }) => profile?.definition);
  useEffect(() => {
    if (definition) applyLook(lookOf(fieldsAt(definition)));
  }, [definition]);
  return null;
}
