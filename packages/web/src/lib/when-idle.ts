/** At the latest then, however busy the page is: what waits for this is late, not left out. */
const LATEST_MS = 2_000;
const NO_IDLE_MS = 200;

/** Resolves once the page has painted and nothing else is to do: for what nobody sees, and would hold up what they do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle times to tell of.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, NO_IDLE_MS);
    else requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
  });
}
