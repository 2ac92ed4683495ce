import { setTimeout as pause } from 'node:timers/promises';

/** Waits until an expectation holds and returns its result, for effects without an event; its last failure is thrown. */
export async function eventually<T>(expectation: () => T | Promise<T>, withinMs = 60_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(20);
  }
}
