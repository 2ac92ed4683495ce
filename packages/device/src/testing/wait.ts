import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, vi } from 'vitest';

/** Waits until the expectation holds, advancing fake timers if enabled; then fails with its last error. */
export function eventually<Value>(expectation: () => Value | Promise<Value>, timeoutMs = 60_000): Promise<Value> {
  return vi.waitFor(expectation, { timeout: timeoutMs, interval: 20 });
}

/** Waits until all these objects are garbage-collected. */
export async function expectCollected(things: readonly WeakRef<object>[]): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('garbage cannot be collected');
  await eventually(() => {
    collect();
    expect(things.filter((each) => each.deref() !== undefined)).toHaveLength(0);
  });
}
