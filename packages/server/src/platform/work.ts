import { tracingChannel } from 'node:diagnostics_channel';
import type { Logger } from './logger.ts';

/** Something that the server does by itself, or for a machine: `webhooks.deliver`, `gateway.result`. */
export interface Work {
  readonly name: string;
}

/** Where work is announced to whoever follows it; with nobody there it costs nothing. */
export const WORK = tracingChannel<unknown, Work>('berth.work');

/** Does something as one piece of work, a span where traces are wanted. The name holds no id of anything. */
export function asWork<T>(name: string, run: () => Promise<T>): Promise<T> {
  return WORK.hasSubscribers ? WORK.tracePromise(run, { name }) : run();
}

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
