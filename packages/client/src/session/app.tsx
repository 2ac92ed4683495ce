import { type ComponentType, lazy, Suspense, useEffect } from 'react';
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
const SCREENS: Readonly<Record<Screen['name'], ComponentType>> = {
  home: Home,
  'first-boot': screen(() => import('./wizard/wizard.tsx'), 'wizard', 'screens', 'errors'),
  'access-token': screen(() => import('./wizard/returning.tsx'), 'wizard', 'errors'),
  greeter: screen(() => import('./greeter/greeter.tsx'), 'greeter'),
  settings: screen(() => import('./settings/settings.tsx'), 'screens'),
  'factory-reset': screen(() => import('./factory-reset/factory-reset.tsx'), 'screens'),
  screensaver: screen(() => import('./screensaver/screensaver.tsx'), 'screens'),
  whiteboard: screen(() => import('./whiteboard/whiteboard.tsx'), 'whiteboard', 'screens'),
  calls: screen(() => import('./calls/calls.tsx'), 'calls', 'screens'),
  mirror: MirrorPlace,
};
const StillThere = screen(() => import('./greeter/still-there.tsx'), 'greeter');
const CallNotice = screen(() => import('./calls/call-notice.tsx'), 'calls');
const Mirror = screen(() => import('./mirror/mirror-screen.tsx'), 'mirror', 'screens');
const MirrorService = screen(() => import('./mirror/service.tsx'), 'mirror');
const Elsewhere = screen(() => import('./parts/not-here.tsx'), 'screens');
const IdleWatch = lazy(() => import('./screensaver/idle-watch.ts'));
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
          <Mirroring />
          <Ending />
          <Calling />
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
  if (screen === undefined || target !== undefined) return null;
  const Shown = SCREENS[screen.name];
  return <Shown />;
}

/** Whether this machine takes guests: with the app, and where the profile wants it. */
function useMirrors(): boolean {
  const { bridge } = useSession();
  return useSessionState(({ profile, config }) => {
    const thinhoc = fieldsAt(profile?.definition, 'thinhoc');
    const apps = fieldsAt(thinhoc, 'apps').enabled;
    const isApp = Array.isArray(apps) && apps.includes('thinhoc::mirroring');
    const isOn = flagOf(fieldsAt(thinhoc, 'mirror', 'enabled_features'), 'native', true);
    return bridge !== undefined && isApp && isOn && Boolean(config?.organization_id);
  });
}

function Mirroring() {
  return useMirrors() ? <MirrorService /> : null;
}

function MirrorPlace() {
  return useMirrors() ? <Mirror /> : <Elsewhere />;
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

/** A call is there, or coming in: whatever the screen is. */
function Calling() {
  return useSessionState(({ calls }) => calls.call !== null) ? <CallNotice /> : null;
}

/** The profile's colours, theme and scale, on the whole page. */
function ProfileLook() {
  const definition = useSessionState(({ profile }) => profile?.definition);
  useEffect(() => {
    if (definition) applyLook(lookOf(fieldsAt(definition)));
  }, [definition]);
  return null;
}
