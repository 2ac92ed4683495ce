import { vi } from 'vitest';

/** Waits until the expectation holds, advancing fake timers if they are on; its last failure is the test's. */
export function eventually<Value>(expectation: () => Value | Promise<Value>, timeoutMs = 60_000): Promise<Value> {
  return vi.waitFor(expectation, { timeout: timeoutMs, interval: 20 });
}
