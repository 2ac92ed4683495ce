import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../platform/logger.ts';
import { sqlState } from './transaction.ts';

/** SQLSTATEs of a database that shuts down, starts up or is unreachable (57P0x, 08xxx). */
const GONE_STATES = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006']);
const GONE_MESSAGES = /^(?:Connection terminated|Client has encountered a connection error)/;
/** Errors of a connection that broke during a statement. */
const GONE_CODES = new Set(['EPIPE', 'ECONNRESET']);
const CHECK_MS = 500;

/** Tracks whether the database responds; logs once when it stops and once when it is back. */
export interface Outage {
  /**
   * Whether a database outage caused an error. Such errors are not logged for each call and job, because they would
   * hide everything else.
   */
  covers(error: unknown): boolean;
  /** A connection failed to open. */
  failedToConnect(error: unknown): void;
  /** An open connection ended. */
  lost(error: unknown): void;
  /** A connection opened. */
  answered(): void;
  /** Uses `reach` from now on to check whether the database responds. */
  watch(reach: () => Promise<void>, logger: Logger): void;
  stop(): void;
}

export function createOutage(lookMs = CHECK_MS): Outage {
  const known = new WeakSet<Error>();
  const stopping = new AbortController();
  let watched: { readonly reach: () => Promise<void>; readonly logger: Logger } | undefined;
  let current: { readonly reason: string; readonly began: number; isAway: boolean } | undefined;

  const answered = (): void => {
    if (!current || !watched) return;
    const { reason, began, isAway } = current;
    current = undefined;
    if (!isAway) watched.logger.warn({ reason }, 'The database closed a connection and is responding');
    else watched.logger.warn({ seconds: Math.round((Date.now() - began) / 100) / 10 }, 'The database is back');
  };

  const suspect = (error: unknown): void => {
    if (!watched || current || stopping.signal.aborted) return;
    current = { reason: reasonOf(error), began: Date.now(), isAway: false };
    void look(watched, current);
  };

  const look = async ({ reach, logger }: NonNullable<typeof watched>, mine: NonNullable<typeof current>) => {
    const isOver = () => current !== mine || stopping.signal.aborted;
    while (!isOver()) {
      const failure = await reach().then(
        () => undefined,
        (error: unknown) => ({ reason: reasonOf(error) }),
      );
      if (isOver()) return;
      if (failure === undefined) return answered();
      if (!mine.isAway) logger.error(failure, 'The database is not responding');
      mine.isAway = true;
      await pause(lookMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  };

  const isGone = (error: Error): boolean =>
    known.has(error) ||
    GONE_STATES.has(sqlState(error) ?? '') ||
    GONE_MESSAGES.test(error.message) ||
    // Other connections break as well; this one belongs to the database.
    ('code' in error && GONE_CODES.has(String(error.code)) && /[\\/]pg[\\/]lib[\\/]/.test(error.stack ?? ''));

  return {
    covers: (error) => {
      for (let each = error; each instanceof Error; each = each.cause) {
        if (!isGone(each)) continue;
        suspect(each);
        return watched !== undefined;
      }
      return false;
    },
    failedToConnect: (error) => {
      if (error instanceof Error) known.add(error);
      suspect(error);
    },
    lost: suspect,
    answered,
    watch: (reach, logger) => {
      watched = { reach, logger };
    },
    stop: () => stopping.abort(),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
