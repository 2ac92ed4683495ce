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
