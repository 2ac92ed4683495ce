import { tracingChannel } from 'node:diagnostics_channel';
import type { Logger } from './logger.ts';

/** Work outside of HTTP calls: a job or a machine's message, such as `webhooks.deliver` or `gateway.result`. */
export interface Work {
  readonly name: string;
}

/** The tracing channel of work; without subscribers it costs nothing. */
export const WORK = tracingChannel<unknown, Work>('berth.work');

/** Runs one unit of work, as a span if traces are on. The name contains no IDs. */
export function traceWork<T>(name: string, run: () => Promise<T>): Promise<T> {
  return WORK.hasSubscribers ? WORK.tracePromise(run, { name }) : run();
}

/**
 * Runs a job periodically: never twice concurrently; a failure is logged and retried next time.
 *
 * @param name of the job in logs and traces, such as 'webhooks.deliver'.
 */
export function startJob(
  name: string,
  everyMs: number,
  work: () => Promise<void>,
  logger: Logger,
): { stop(): Promise<void> } {
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= traceWork(name, work)
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

/**
 * Does a job's work for each item, such as an organization. An item whose work fails keeps no other from its own: the
 * errors are thrown at the end.
 */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`);
}
