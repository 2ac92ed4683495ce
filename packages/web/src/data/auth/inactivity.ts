import { INACTIVITY_LOGOUT_MS } from '@berth/contract/limits';
import { whenIdle } from '../../lib/when-idle.ts';
import { signedOutRoute } from '../../paths/decide.ts';
import { keepSignedOutRoute, noteTimedOut } from '../../paths/journey.ts';
import { isCloudVersion } from '../client-config.ts';
import { signOutRegardless } from './sign-in.ts';

const STORAGE_KEY = 'last_activity';
const KEEP_MS = 1_000;
const EVENTS = ['click', 'keydown'] as const;

/**
 * Calls `onTimeout` after an hour without a click (spec chapter 4). A key counts as a click, or typing would not keep a
 * person signed in. Time asleep counts too.
 * @returns what ends the watch.
 */
export function watchInactivity(onTimeout: () => void): () => void {
  // A reload continues the count of the page before it.
  let last = Number(sessionStorage.getItem(STORAGE_KEY) ?? Date.now());
  let keptAt = 0;
  let isOver = false;
  const remainingMs = () => last + INACTIVITY_LOGOUT_MS - Date.now();
  const keep = () => {
    keptAt = Date.now();
    // Storing costs more than drawing the typed letter: it comes after.
    void whenIdle().then(() => {
      if (!isOver) sessionStorage.setItem(STORAGE_KEY, String(last));
    });
  };
  const note = () => {
    if (remainingMs() <= 0) return check();
    last = Date.now();
    // Typing is many keys a second.
    if (last - keptAt >= KEEP_MS) keep();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
    for (const event of EVENTS) document.removeEventListener(event, note, true);
    sessionStorage.removeItem(STORAGE_KEY);
  };
  function check(): void {
    clearTimeout(timer);
    if (remainingMs() > 0) {
      timer = setTimeout(check, remainingMs());
      return;
    }
    stop();
    onTimeout();
  }
  if (sessionStorage.getItem(STORAGE_KEY) === null) keep();
  for (const event of EVENTS) document.addEventListener(event, note, true);
  // Timers stand still while a computer sleeps: check again when it wakes.
  document.addEventListener('visibilitychange', check);
  check();
  return stop;
}

/** Signs out at once, since nobody may be there to read a warning; the next page tells why. */
export async function endIdleSession(): Promise<void> {
  noteTimedOut();
  keepSignedOutRoute(signedOutRoute(isCloudVersion()));
  await signOutRegardless();
}
