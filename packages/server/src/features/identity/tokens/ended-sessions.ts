import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Logger } from '../../../platform/logger.ts';
import { endedSince } from '../account/store-sessions.ts';
import { LIFETIME_S } from '../provider/token-policy.ts';

const TOPIC = 'identity.session-ended';
/** A message between nodes may be lost: the table is read as well. */
const REFRESH_MS = 5_000;

/** Which sessions and grants ended while access tokens of theirs may still be about; a name is an id of either. */
export interface EndedSessions {
  has(name: string): boolean;
  /** Notifies this node and the others; the caller has written it to the table. */
  announce(names: readonly string[]): void;
  /** Reads the table; called at start and then periodically. */
  refresh(): Promise<void>;
  close(): void;
}

/** Keeps the names of what ended in memory, because every call of the API asks for one. */
export function createEndedSessions(db: Kysely<DB>, bus: Bus, logger: Logger): EndedSessions {
  let current = new Set<string>();
  /** Names received since the last read started: that read may have missed them. */
  let heard = new Set<string>();
  const note = (name: string) => {
    current.add(name);
    heard.add(name);
  };
  const unsubscribe = bus.subscribe(TOPIC, (message) => {
    if (typeof message === 'string') note(message);
  });

  async function refresh(): Promise<void> {
    const before = heard;
    heard = new Set();
    const names = await endedSince(db, LIFETIME_S.accessToken).catch((error: unknown) => {
      heard = new Set([...before, ...heard]);
      throw error;
    });
    // Also names received before: their rows may be committed after the read.
    current = new Set([...names, ...before, ...heard]);
  }

  const timer = setInterval(() => {
    refresh().catch((error: unknown) => logger.warn({ err: error }, 'Ended sessions could not be read'));
  }, REFRESH_MS);
  timer.unref();

  return {
    has: (name) => current.has(name),
    announce(names) {
      for (const name of names) {
        note(name);
        bus.publish(TOPIC, name);
      }
    },
    refresh,
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
