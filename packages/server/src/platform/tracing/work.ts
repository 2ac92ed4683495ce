import { tracingChannel } from 'node:diagnostics_channel';

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
