import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Logger } from '../../../platform/logger.ts';
import { endedSince } from '../accounts/sessions-store.ts';
import { LIFETIME_S } from '../provider/lifetimes.ts';

const TOPIC = 'identity.session-ended';
/** A message between nodes may be lost: the table is read as well. */
const REFRESH_MS = 5_000;

/** Which sessions and grants ended while access tokens of theirs may still be about; a name is an id of either. */
export interface EndedSessions {
  has(name: string): boolean;
  /** Tells this node and the others; the caller has written it to the table. */
  announce(names: readonly string[]): void;
  /** Reads the table; called at start, then by itself. */
  refresh(): Promise<void>;
  close(): void;
}

/** Keeps the names of what ended in memory, because every call of the API asks for one. */
export function createEndedSessions(db: Kysely<DB>, bus: Bus, logger: Logger): EndedSessions {
  let current = new Set<string>();
  const unsubscribe = bus.subscribe(TOPIC, (message) => {
    if (typeof message === 'string') current.add(message);
  });

  async function refresh(): Promise<void> {
    const names = await endedSince(db, LIFETIME_S.accessToken);
    current = new Set(names);
  }

  const timer = setInterval(() => {
    refresh().catch((error: unknown) => logger.warn({ err: error }, 'Ended sessions could not be read'));
  }, REFRESH_MS);
  timer.unref();

  return {
    has: (name) => current.has(name),
    announce(names) {
      for (const name of names) {
        current.add(name);
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
