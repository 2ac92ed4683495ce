import { setTimeout as pause } from 'node:timers/promises';

/** Waits until an expectation holds, for what happens without an event that a test could await. */
export async function eventually(expectation: () => void | Promise<void>, withinMs = 60_000): Promise<void> {
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
