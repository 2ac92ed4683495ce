import type { ComponentType } from 'react';
import { lazyScreen } from './navigation.ts';
import type { Screen } from './paths.ts';
import { useMirrors, useSession } from './state/session.ts';

/** Screens other than the home screen are separate chunks with their texts. */
const SCREENS: Readonly<Record<Exclude<Screen['name'], 'home'>, ComponentType>> = {
  'first-boot': lazyScreen(() => import('./wizard/wizard.tsx'), 'wizard', 'screens', 'errors'),
  'access-token': lazyScreen(() => import('./wizard/login-return.tsx'), 'wizard', 'errors'),
  greeter: lazyScreen(() => import('./greeter/greeter.tsx'), 'greeter', 'screens'),
  settings: lazyScreen(() => import('./settings/settings.tsx'), 'screens'),
  'factory-reset': lazyScreen(() => import('./settings/factory-reset.tsx'), 'screens'),
  screensaver: lazyScreen(() => import('./screensaver/screensaver.tsx'), 'screens'),
  whiteboard: lazyScreen(() => import('./whiteboard/whiteboard.tsx'), 'whiteboard', 'screens'),
  calls: lazyScreen(() => import('./calls/calls.tsx'), 'calls', 'screens'),
  mirror: () => <WithGuests screen={Mirror} />,
  wall: () => <WithGuests screen={Wall} />,
};
const Mirror = lazyScreen(() => import('./mirror/mirror-screen.tsx'), 'mirror', 'screens');
const Wall = lazyScreen(() => import('./mirror/wall-screen.tsx'), 'mirror', 'screens');
const SettingsGate = lazyScreen(() => import('./settings/settings-gate.tsx'), 'screens', 'greeter');
const Unavailable = lazyScreen(async () => ({ default: (await import('./parts/page.tsx')).Unavailable }), 'screens');

/** Every screen except the home screen, which needs none of this. */
export default function OtherScreen({ name }: { name: Exclude<Screen['name'], 'home'> }) {
  const { environment } = useSession();
  const Shown = SCREENS[name];
  if (environment !== 'center' || !needsSettings({ name })) return <Shown />;
  return (
    <SettingsGate>
      <Shown />
    </SettingsGate>
  );
}

function WithGuests({ screen: Shown }: { screen: ComponentType }) {
  return useMirrors() ? <Shown /> : <Unavailable />;
}

// Rules that are not part of the home screen's first load.

/** Whether a machine shows it only to users whom the profile allows into its settings. */
function needsSettings({ name }: Pick<Screen, 'name'>): boolean {
  return name === 'settings' || name === 'factory-reset';
}

/**
 * Whether an administrator's message is shown above it: the home screen has its own dialog, and without a user the
 * message waits.
 */
export function showsMessages({ name }: Pick<Screen, 'name'>): boolean {
  return needsSettings({ name }) || name === 'whiteboard' || name === 'calls' || name === 'mirror' || name === 'wall';
}

/** Screens that need input: the screensaver's idle time is watched there. */
export function needsHands({ name }: Pick<Screen, 'name'>): boolean {
  return name === 'greeter' || name === 'home' || name === 'settings' || name === 'whiteboard' || name === 'calls';
}
