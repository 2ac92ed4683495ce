let isPressed = false;
const waiting = new Set<() => void>();
let watchers = 0;

// A touch presses twice: as a pointer, and at its end as the emulated mouse.
const BEGINNINGS = ['pointerdown', 'mousedown'] as const;
const ENDINGS = ['pointerup', 'pointercancel', 'mouseup', 'dragend', 'blur'] as const;

function begin(): void {
  isPressed = true;
}

/** The click comes right after the release: run pending work after it. */
function end(event?: Event): void {
  // Fields lose the focus all the time; a window that does may never receive the release.
  if (event?.type === 'blur' && event.target !== window) return;
  setTimeout(() => {
    isPressed = false;
    const due = [...waiting];
    waiting.clear();
    for (const run of due) run();
  });
}

/** Tracks whether a mouse button or a finger is down on the page. @returns a function that stops tracking. */
export function watchPresses(): () => void {
  watchers += 1;
  if (watchers === 1) {
    for (const event of BEGINNINGS) addEventListener(event, begin, true);
    for (const event of ENDINGS) addEventListener(event, end, true);
  }
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    for (const event of BEGINNINGS) removeEventListener(event, begin, true);
    for (const event of ENDINGS) removeEventListener(event, end, true);
    end();
  };
}

/**
 * Runs something right away, or after the click if a pointer is down: moving the page between press and release would
 * lose the click. @returns a function that cancels it.
 */
export function afterPress(run: () => void): () => void {
  if (!isPressed) {
    run();
    return () => {};
  }
  waiting.add(run);
  return () => waiting.delete(run);
}
