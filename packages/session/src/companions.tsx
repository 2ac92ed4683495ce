import { LOCALES } from '@berth/web/i18n/locales.ts';
import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import { lazy, useEffect } from 'react';
import { useArrowKeys } from './keys/arrow-keys.ts';
import { KeyChords } from './keys/key-chords.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { usePath } from './navigation.ts';
import { screenOf } from './paths.ts';
import { needsHands, showsMessages } from './screen-rules.ts';
import { useMirrors } from './state/mirrors.ts';
import { useDefinition, useSession, useSessionState } from './state/session.ts';

const StillThere = lazyScreen(() => import('./greeter/still-there.tsx'), 'greeter');
const CallNotice = lazyScreen(() => import('./calls/call-notice.tsx'), 'calls');
const MirrorService = lazyScreen(() => import('./mirror/service.tsx'), 'mirror');
const Emergency = lazyScreen(() => import('./emergency/emergency.tsx'), 'screens');
const MessageBar = lazyScreen(() => import('./remote/message-bar.tsx'), 'remote');
const IdleWatch = lazy(() => import('./screensaver/idle-watch.ts'));

/** What runs beside every screen, and nobody needs before the first one is there. */
export default function Companions() {
  useArrowKeys();
  useHomeAtHand();
  useSpoken();
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

/** Loads what a click on the home screen opens while nothing else is to do, so that it opens at once. */
function useHomeAtHand(): void {
  const atHome = screenOf(usePath())?.name === 'home';
  useEffect(() => {
    if (!atHome) return;
    const idle = requestIdleCallback(() => {
      // What does not come now is loaded by the click.
      Promise.all([import('./home/panels.tsx'), loadTexts(['screens'])]).catch(() => {});
    });
    return () => cancelIdleCallback(idle);
  }, [atHome]);
}

/** What the agent opens beside this page speaks its language. */
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

/** Watches for the screensaver's time where there is one, and nothing that goes on without hands. */
function Idle() {
  const { bridge } = useSession();
  const enabled = useDefinition()?.thinhoc.screensaver.enabled;
  const inCall = useSessionState(({ calls }) => calls.call !== null);
  // What counts down is not covered: the session is about to start by itself.
  const starting = useSessionState(({ login }) => login?.user === null && login.automaticAfter !== null);
  const screen = screenOf(usePath());
  return bridge && !starting && enabled && !inCall && screen && needsHands(screen) ? <IdleWatch /> : null;
}

/** The session is about to end because nobody was there. */
function Ending() {
  const ends = useSessionState(({ login }) => login !== null && login.endsIn !== null && login.user !== null);
  return ends ? <StillThere /> : null;
}

/** An administrator has something to say that cannot wait, over whatever screen there is. */
function InEmergency() {
  return useSessionState(({ notifications }) => notifications.some(({ emergency }) => emergency)) ? (
    <Emergency />
  ) : null;
}

/** And what can wait, where the home screen is not there to say it. */
function Message() {
  const screen = screenOf(usePath());
  const isUnread = useSessionState(({ notifications }) => notifications.some(({ emergency }) => !emergency));
  return screen && showsMessages(screen) && isUnread ? <MessageBar /> : null;
}

/** A call is there, or coming in: whatever the screen is. */
function Calling() {
  return useSessionState(({ calls }) => calls.call !== null) ? <CallNotice /> : null;
}
