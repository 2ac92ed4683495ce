import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { loadTexts } from '../i18n/store.ts';
import { fieldsAt } from './definition/fields.ts';
import { lookOf } from './definition/look.ts';
import { Home } from './home/home.tsx';
import { KeyChords } from './keys/key-chords.tsx';
import { applyLook } from './look.ts';
import { navigate, usePath } from './navigation.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { FIRST_BOOT_PATH, redirectOf, type Screen, screenOf } from './paths.ts';
import { type Session, SessionProvider, useSessionState } from './state/session.ts';

/** Screens beside the home screen are chunks of their own, with their texts. */
const Wizard = lazy(async () => {
  await loadTexts(['wizard', 'errors']);
  return import('./wizard/wizard.tsx');
});
const Returning = lazy(async () => {
  await loadTexts(['wizard', 'errors']);
  return import('./wizard/returning.tsx');
});
const LAST_PATH = 'session-last-path';

export function App({ session }: { session: Session }) {
  return (
    <SessionProvider value={session}>
      <ProfileLook />
      <KeyChords />
      <ErrorBoundary>
        <Suspense>
          <CurrentScreen />
        </Suspense>
      </ErrorBoundary>
    </SessionProvider>
  );
}

function CurrentScreen() {
  const path = usePath();
  const screen = screenOf(path);
  const firstBoot = useSessionState(({ config }) => config?.firstboot === true);
  const target =
    screen === undefined ? redirectOf(path, localStorage.getItem(LAST_PATH)) : redirectOfScreen(screen, firstBoot);
  useEffect(() => {
    if (target !== undefined) navigate(target, 'replace');
    else if (screen?.name !== 'access-token') localStorage.setItem(LAST_PATH, path);
  }, [target, path, screen?.name]);
  return screen === undefined || target !== undefined ? null : screenElement(screen);
}

function redirectOfScreen(screen: Screen, firstBoot: boolean): string | undefined {
  return firstBoot && screen.name === 'home' ? FIRST_BOOT_PATH : undefined;
}

function screenElement(screen: Screen): ReactNode {
  switch (screen.name) {
    case 'first-boot':
      return <Wizard />;
    case 'access-token':
      return <Returning />;
    default:
      return <Home />;
  }
}

/** The profile's colours, theme and scale, on the whole page. */
function ProfileLook() {
  const definition = useSessionState(({ profile }) => profile?.definition);
  useEffect(() => {
    if (definition) applyLook(lookOf(fieldsAt(definition)));
  }, [definition]);
  return null;
}
