import type { Logger } from './logger.ts';

/** Does small housekeeping now and then: never twice at once, and a failure is logged and tried again next time. */
export function repeat(everyMs: number, work: () => Promise<void>, logger: Logger): { stop(): Promise<void> } {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= work()
      .catch((error: unknown) => logger.warn({ err: error }, 'Housekeeping failed and is tried again'))
      .finally(() => {
        current = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
