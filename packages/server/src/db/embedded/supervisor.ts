import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../platform/logger.ts';
import { endPostmaster, type Postmaster } from './postmaster.ts';

const BACK_OFF_MS = { first: 100, longest: 10_000 };

export interface Supervisor {
  /** The running server. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Restarts a database server that ends, for example after a full disk. Each failed start doubles the wait. */
export function supervise(first: Postmaster, start: () => Promise<Postmaster>, logger: Logger): Supervisor {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  let current = first;

  const restart = async (): Promise<void> => {
    let said = '';
    for (let wait = BACK_OFF_MS.first; !signal.aborted; wait = Math.min(wait * 2, BACK_OFF_MS.longest)) {
      await pause(wait, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        current = await start();
        logger.warn({ pid: current.pid }, 'The database server runs again');
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        // Repeated failures are logged once, and again only for a different reason.
        if (reason !== said) logger.error({ reason }, 'The database server could not be started again');
        said = reason;
      }
    }
  };

  const watching = (async () => {
    while (!signal.aborted) {
      await Promise.race([current.ended, stopped]);
      if (signal.aborted) break;
      logger.error({ pid: current.pid }, 'The database server ended unexpectedly');
      await restart();
    }
    await endPostmaster(current);
  })();

  return {
    get pid() {
      return current.pid;
    },
    stop: () => {
      stopping.abort();
      return watching;
    },
  };
}
