import { INACTIVITY_LOGOUT_MS } from '@berth/contract/limits';
import { whenIdle } from '../../lib/when-idle.ts';

const STORAGE_KEY = 'last_activity';
const KEEP_MS = 1_000;
const EVENTS = ['click', 'keydown'] as const;

/**
 * Calls `onTimeout` once nobody has clicked for an hour (spec chapter 4); a key counts as a click, or a person who
 * writes would be signed out in the middle of it. Time spent asleep counts too.
 * @returns what ends the watch.
 */
export function watchInactivity(onTimeout: () => void): () => void {
  // A reload goes on where the page before it was.
  let last = Number(sessionStorage.getItem(STORAGE_KEY) ?? Date.now());
  let keptAt = 0;
  let isOver = false;
  const remainingMs = () => last + INACTIVITY_LOGOUT_MS - Date.now();
  const keep = () => {
    keptAt = Date.now();
    // Storing costs more than drawing the letter that was written: after it.
    void whenIdle().then(() => {
      if (!isOver) sessionStorage.setItem(STORAGE_KEY, String(last));
    });
  };
  const note = () => {
    if (remainingMs() <= 0) return check();
    last = Date.now();
    // Whoever writes presses many keys a second.
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
  // A sleeping computer's timers stand still: look again when somebody comes back.
  document.addEventListener('visibilitychange', check);
  check();
  return stop;
}
