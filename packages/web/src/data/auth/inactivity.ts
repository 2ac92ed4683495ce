import { INACTIVITY_LOGOUT_MS } from '@berth/contract/limits';
import { whenIdle } from '../../lib/timing.ts';
import { signedOutRoute } from '../../paths/decide.ts';
import { keepSignedOutRoute, noteTimedOut } from '../../paths/remembered-routes.ts';
import { isCloudVersion } from '../client-config.ts';
import { signOutRegardless } from './sign-in.ts';

const STORAGE_KEY = 'last_activity';
const KEEP_MS = 1_000;
const EVENTS = ['click', 'keydown'] as const;

/**
 * Calls `onTimeout` after an hour without a click (spec chapter 4). Keys count as clicks, so that typing keeps a user
 * logged in. Sleep counts as inactivity.
 *
 * @returns a function that stops the timeout.
 */
export function watchInactivity(onTimeout: () => void): () => void {
  // A reload continues the previous page's count.
  let last = Number(sessionStorage.getItem(STORAGE_KEY) ?? Date.now());
  let keptAt = 0;
  let isOver = false;
  const remainingMs = () => last + INACTIVITY_LOGOUT_MS - Date.now();
  const keep = () => {
    keptAt = Date.now();
    // Storing costs more than painting the typed letter: do it later.
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
  // Timers stop while a computer sleeps: check again when it wakes.
  document.addEventListener('visibilitychange', check);
  check();
  return stop;
}

/** Logs out without a warning, because no one may be there to read it; the next page gives the reason. */
export async function endIdleSession(): Promise<void> {
  noteTimedOut();
  keepSignedOutRoute(signedOutRoute(isCloudVersion()));
  await signOutRegardless();
}
