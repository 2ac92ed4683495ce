import { LOCALES } from '@berth/web/i18n/locales.ts';
import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import { lazy, useEffect } from 'react';
import { useAccessibility } from './accessibility/use-accessibility.ts';
import { useHealthHistory } from './home/connections.ts';
import { useArrowKeys } from './keys/arrow-keys.ts';
import { KeyChords } from './keys/key-chords.tsx';
import { useSecondClicks } from './keys/second-click.ts';
import { useUncoveredField } from './keys/uncovered-field.ts';
import { lazyScreen, usePath } from './navigation.ts';
import { screenOf } from './paths.ts';
import { needsHands, showsMessages } from './screens.tsx';
import { useDefinition, useMessageWaits, useMirrors, useSession, useSessionState } from './state/session.ts';

const IdlePrompt = lazyScreen(() => import('./greeter/idle-prompt.tsx'), 'greeter');
const CallNotice = lazyScreen(() => import('./calls/call-notice.tsx'), 'calls');
const MirrorService = lazyScreen(() => import('./mirror/service.tsx'), 'mirror');
const Emergency = lazyScreen(() => import('./emergency/emergency.tsx'), 'screens');
const MessageBar = lazyScreen(
  async () => ({ default: (await import('./remote/notice-window.tsx')).MessageBar }),
  'remote',
);
const IdleWatch = lazy(() => import('./screensaver/idle-watch.ts'));

/** Parts that run on every screen, loaded after the first one. */
export default function Overlays() {
  useArrowKeys();
  useUncoveredField();
  useSecondClicks();
  useHomeAtHand();
  useSpoken();
  useAccessibility();
  useHealthHistory();
  return (
    <>
      <Idle />
      <Mirroring />
      <Ending />
      <InEmergency />
      <Message />
      <Calling />
      <KeyChords />
    </>
  );
}

/** Preloads what a click on the home screen opens, so that it opens immediately. */
function useHomeAtHand(): void {
  const atHome = screenOf(usePath())?.name === 'home';
  useEffect(() => {
    if (!atHome) return;
    const idle = requestIdleCallback(() => {
      // Chunks that fail to load now are loaded by the click.
      Promise.all([
        import('./home/panels.tsx'),
        import('./home/tile-marks.tsx'),
        import('./home/opening.tsx'),
        loadTexts(['screens']),
      ]).catch(() => {});
    });
    return () => cancelIdleCallback(idle);
  }, [atHome]);
}

/** Tells the agent the page's language for its own windows. */
function useSpoken(): void {
  const { bridge } = useSession();
  const { language } = useTexts();
  useEffect(() => {
    void bridge?.call('speak_language', { tag: LOCALES[language].bcp47 }).catch(() => {});
  }, [bridge, language]);
}

function Mirroring() {
  return useMirrors() ? <MirrorService /> : null;
}

/** Starts the screensaver after idle time, unless something runs that needs no input. */
function Idle() {
  const { bridge } = useSession();
  const enabled = useDefinition()?.thinhoc.screensaver.enabled;
  const inCall = useSessionState(({ calls }) => calls.call !== null);
  // A countdown must stay visible: the session is about to start automatically.
  const starting = useSessionState(({ login }) => login?.user === null && login.automaticAfter !== null);
  const waiting = useMessageWaits();
  const screen = screenOf(usePath());
  const isHeld = starting || inCall || waiting;
  return bridge && !isHeld && enabled && screen && needsHands(screen) ? <IdleWatch /> : null;
}

/** The session is about to end because the machine is idle. */
function Ending() {
  const ends = useSessionState(({ login }) => login !== null && login.endsIn !== null && login.user !== null);
  return ends ? <IdlePrompt /> : null;
}

/** Shows an administrator's emergency message over any screen. */
function InEmergency() {
  return useSessionState(({ notifications }) => notifications.some(({ emergency }) => emergency)) ? (
    <Emergency />
  ) : null;
}

/** Shows other messages where the home screen does not show them. */
function Message() {
  const screen = screenOf(usePath());
  const isUnread = useSessionState(({ notifications }) => notifications.some(({ emergency }) => !emergency));
  return screen && showsMessages(screen) && isUnread ? <MessageBar /> : null;
}

/** Shows a current or incoming call on any screen. */
function Calling() {
  return useSessionState(({ calls }) => calls.call !== null) ? <CallNotice /> : null;
}
