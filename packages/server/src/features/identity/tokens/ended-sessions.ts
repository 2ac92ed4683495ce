import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { SESSION_ENDED } from '../../../gateway/topics.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Logger } from '../../../platform/logger.ts';
import { endedSince } from '../account/store-sessions.ts';
import { LIFETIME_S } from '../provider/token-policy.ts';

/** Messages between nodes can be lost, so the table is read, too. */
const REFRESH_MS = 5_000;

/** IDs of sessions and grants that ended before their access tokens expired. */
export interface EndedSessions {
  has(id: string): boolean;
  /** Notifies this node and the others; the caller has written it to the table. */
  announce(ids: readonly string[]): void;
  /** Reads the table; called at start and then periodically. */
  refresh(): Promise<void>;
  close(): void;
}

/** Keeps the IDs in memory, because every API call checks one. */
export function createEndedSessions(db: Kysely<DB>, bus: Bus, logger: Logger): EndedSessions {
  let current = new Set<string>();
  /** IDs received since the last read started: that read may have missed them. */
  let received = new Set<string>();
  const note = (id: string) => {
    current.add(id);
    received.add(id);
  };
  const unsubscribe = bus.subscribe(SESSION_ENDED, (message) => {
    if (typeof message === 'string') note(message);
  });

  async function refresh(): Promise<void> {
    const before = received;
    received = new Set();
    const ids = await endedSince(db, LIFETIME_S.accessToken).catch((error: unknown) => {
      received = new Set([...before, ...received]);
      throw error;
    });
    // Also IDs received before: their rows may be committed after the read.
    current = new Set([...ids, ...before, ...received]);
  }

  const timer = setInterval(() => {
    refresh().catch((error: unknown) => logger.warn({ err: error }, 'Ended sessions could not be read'));
  }, REFRESH_MS);
  timer.unref();

  return {
    has: (id) => current.has(id),
    announce(ids) {
      for (const id of ids) {
        note(id);
        bus.publish(SESSION_ENDED, id);
      }
    },
    refresh,
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
