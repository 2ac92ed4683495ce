import { channel } from 'node:diagnostics_channel';

/** A counted event. Its labels contain no IDs, names or email addresses. */
export interface Counted {
  readonly what: 'commands_finished' | 'mails';
  readonly outcome: 'succeeded' | 'failed' | 'expired';
  readonly times: number;
}

/** The channel of counted events; without subscribers it costs nothing. */
export const COUNTED = channel('berth.counted');
/** The channel of the durations of database statements, in milliseconds. */
export const STATEMENTS = channel('berth.statements');

export function count(what: Counted['what'], outcome: Counted['outcome'], times = 1): void {
  if (times > 0 && COUNTED.hasSubscribers) COUNTED.publish({ what, outcome, times } satisfies Counted);
}

/** Runs work and counts whether it failed. */
export async function countOutcome<T>(what: Counted['what'], work: () => Promise<T>): Promise<T> {
  try {
    const done = await work();
    count(what, 'succeeded');
    return done;
  } catch (error) {
    count(what, 'failed');
    throw error;
  }
}
