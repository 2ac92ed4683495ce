import type { Logger } from './logger.ts';
import { asWork } from './tracing/work.ts';

/**
 * Does small housekeeping now and then: never twice at once, and a failure is logged and tried again next time.
 *
 * @param name as it is called in logs and traces, such as 'webhooks.deliver'.
 */
export function repeat(
  name: string,
  everyMs: number,
  work: () => Promise<void>,
  logger: Logger,
): { stop(): Promise<void> } {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= asWork(name, work)
      .catch((error: unknown) => logger.warn({ err: error, job: name }, 'Housekeeping failed and is tried again'))
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
