import { INACTIVITY_LOGOUT_MS } from '@berth/contract/limits';

const STORAGE_KEY = 'last_activity';
const NOTE_MS = 1_000;
const EVENTS = ['click', 'keydown'] as const;

/**
 * Calls `onTimeout` once nobody has clicked for an hour (spec chapter 4); a key counts as a click, or a person who
 * writes would be signed out in the middle of it. Time spent asleep counts too.
 * @returns what ends the watch.
 */
export function watchInactivity(onTimeout: () => void): () => void {
  const last = () => Number(sessionStorage.getItem(STORAGE_KEY) ?? Date.now());
  const remainingMs = () => last() + INACTIVITY_LOGOUT_MS - Date.now();
  let notedAt = 0;
  const note = () => {
    const now = Date.now();
    // Whoever writes presses many keys a second, and storing costs more than drawing the letter.
    if (now - notedAt < NOTE_MS) return;
    notedAt = now;
    if (remainingMs() <= 0) check();
    else sessionStorage.setItem(STORAGE_KEY, String(now));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
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
  if (sessionStorage.getItem(STORAGE_KEY) === null) note();
  for (const event of EVENTS) document.addEventListener(event, note, true);
  // A sleeping computer's timers stand still: look again when somebody comes back.
  document.addEventListener('visibilitychange', check);
  check();
  return stop;
}
