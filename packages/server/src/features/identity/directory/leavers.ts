import type { UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/connection.ts';
import type { DB } from '../../../db/schema.ts';
import { asSystem } from '../../../db/transaction.ts';
import type { Logger } from '../../../platform/logger.ts';
import { repeat } from '../../../platform/work.ts';
import { endSessions } from '../accounts/sessions-store.ts';
import type { EndedSessions } from '../tokens/ended-sessions.ts';
import type { Directory } from './ldap.ts';

/** How long somebody whom the directory let go may go on with a session, at most. */
export const DIRECTORY_CHECK_MS = 300_000;

interface Deps {
  readonly db: Database;
  readonly directory: Directory;
  readonly endedSessions: EndedSessions;
  readonly logger: Logger;
}

/**
 * Ends the sessions of people whom the directory no longer shows. While it does not answer nobody is signed out: the
 * next round asks again. Any number of nodes may do so.
 */
export function watchLeavers(deps: Deps, everyMs: number): { stop(): Promise<void> } {
  const { db, directory, endedSessions, logger } = deps;
  const look = async () => {
    const people = await asSystem(db, (tx) => signedInPeople(tx, directory.name));
    if (people.length === 0) return;
    const left = await directory.missing(people.map(({ subject }) => subject));
    for (const { subject, userId } of people) {
      if (!left.has(subject)) continue;
      endedSessions.announce(await asSystem(db, (tx) => endSessions(tx, userId, { allBut: undefined })));
      logger.info({ userId }, 'The directory no longer knows this person: their sessions ended');
    }
  };
  return repeat('directory.leavers', everyMs, look, logger);
}

async function signedInPeople(
  db: Kysely<DB>,
  directory: string,
): Promise<{ readonly subject: string; readonly userId: UserId }[]> {
  const { rows } = await sql<{ subject: string; userId: UserId }>`
    SELECT person.subject, person.user_id AS "userId" FROM identity.directory_people person
    WHERE person.directory = ${directory} AND EXISTS (
      SELECT 1 FROM identity.provider_records live
      WHERE live.user_id = person.user_id AND live.session_uid IS NOT NULL)`.execute(db);
  return rows;
}
