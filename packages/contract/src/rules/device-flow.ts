/** Polling an identity provider in the device flow (RFC 8628), by machines, their wizard, and the CLI. */

/** For a provider that states no interval (RFC 8628, 3.2). */
const USUAL_S = 5;
/** The code expires before many longer waits, and timers of more than 24 days fire at once. */
const LONGEST_S = 60;
/** By how much a provider that answers `slow_down` is asked less often (RFC 8628, 3.5). */
const SLOWER_MS = 5_000;

/** Milliseconds between two questions, by the provider's `interval`: zero would ask without a pause. */
export function pollDelayMs(interval: unknown): number {
  const isUsable = typeof interval === 'number' && interval > 0;
  return (isUsable ? Math.min(interval, LONGEST_S) : USUAL_S) * 1_000;
}

/** The delay after the provider answered `slow_down`. */
export function slowerPollMs(delayMs: number): number {
  return delayMs + SLOWER_MS;
}
