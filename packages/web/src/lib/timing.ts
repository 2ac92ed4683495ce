/** Resolves after the given time. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Resolves in a task of its own: between two long parts of work the page responds. */
export function nextTask(): Promise<void> {
  return delay(0);
}

/** Time limit: even on a busy page the work is delayed, not skipped. */
const LATEST_MS = 2_000;
const NO_IDLE_MS = 200;

/** Resolves once the page has painted and is idle: for invisible work that would delay the user. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, NO_IDLE_MS);
    else requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
  });
}

/** Counts consecutive presses of a key: true for the press that is the `times`-th within `withinMs`. */
export function createPressCounter({ times, withinMs }: { times: number; withinMs: number }): (at: number) => boolean {
  let presses: number[] = [];
  return (at) => {
    presses = [...presses.filter((earlier) => at - earlier < withinMs), at];
    if (presses.length < times) return false;
    presses = [];
    return true;
  };
}
